// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/**
 * The statements on one table of entities that belong to tenants. Every statement names the tenant, so that none
 * reaches the row of another. The SQL is built once, out of the shape of the table.
 *
 * @param <T> what a row is read into
 */
public final class EntityTable<T> implements SharedLookups.Queries<T> {

    private final JdbcClient jdbc;
    private final JsonColumn json;
    private final List<Column> columns;
    private final EntityStatements sql;
    private final RowMapper<T> mapper;

    public EntityTable(
            JdbcClient jdbc, JsonColumn json, TableShape shape, RowReader<? extends T> reader) {
        this.jdbc = jdbc;
        this.json = json;
        this.columns = shape.columns();
        this.sql = EntityStatements.of(shape);
        this.mapper = (row, _) -> reader.read(new EntityRow(row, json));
    }

    @Override
    public Optional<T> find(TenantId tenant, UUID id) {
        return query(sql.byId(), tenant).param("id", id).query(mapper).optional();
    }

    /** The entity with exactly this name. */
    public Optional<T> findByName(TenantId tenant, String name) {
        return query(sql.byName(), tenant).param("name", name).query(mapper).optional();
    }

    /** {@inheritDoc} The oldest comes first. */
    @Override
    public List<T> findAll(TenantId tenant, Collection<UUID> ids) {
        return query(sql.byIds(), tenant)
                .param("ids", ids.toArray(UUID[]::new))
                .query(mapper)
                .list();
    }

    /**
     * A query for one entity by a further condition.
     *
     * @param condition SQL; never text from a request
     */
    public Lookup<T> lookup(String condition) {
        String statement = sql.all() + " and " + condition;
        return tenant -> query(statement, tenant).query(mapper).optional();
    }

    /** Finds at most one entity of a tenant. */
    @FunctionalInterface
    public interface Lookup<T> {

        Optional<T> find(TenantId tenant);
    }

    /**
     * A page of the list.
     *
     * @param filters values of the parameters that the condition of the list has besides {@code search}
     */
    public PageData<T> list(
            TenantId tenant, PageLink link, Map<String, ? extends @Nullable Object> filters) {
        Map<String, @Nullable Object> params = new HashMap<>(filters);
        params.put("tenant", tenant.id());
        params.put("search", link.likePattern());
        return sql.list().readInPieces(jdbc, link, params, mapper);
    }

    /**
     * Inserts a row.
     *
     * @param createdTime milliseconds since the epoch
     * @param values by the name of the column; a missing one is null
     */
    public void add(
            TenantId tenant,
            UUID id,
            long createdTime,
            Map<String, ? extends @Nullable Object> values) {
        insert(sql.insert(), tenant, id, createdTime, values);
    }

    /** Inserts a row unless the tenant has one of the same name; false if it has. */
    public boolean addUnlessNameTaken(
            TenantId tenant,
            UUID id,
            long createdTime,
            Map<String, ? extends @Nullable Object> values) {
        return insert(sql.insertUnlessNameTaken(), tenant, id, createdTime, values) == 1;
    }

    private int insert(
            String statement,
            TenantId tenant,
            UUID id,
            long createdTime,
            Map<String, ? extends @Nullable Object> values) {
        return query(statement, tenant)
                .param("id", id)
                .param("createdTime", createdTime)
                .params(parameters(values))
                .update();
    }

    /** Replaces the values of an entity if its version is still that of {@code stored}; false if it is not. */
    public boolean update(VersionedEntity stored, Map<String, ? extends @Nullable Object> values) {
        return query(sql.update(), stored.tenantId())
                        .param("id", stored.entityId().id())
                        .param("version", stored.version())
                        .params(parameters(values))
                        .update()
                == 1;
    }

    /** Deletes an entity; false if the tenant has none with the id. */
    public boolean delete(TenantId tenant, UUID id) {
        return query(sql.delete(), tenant).param("id", id).update() == 1;
    }

    private JdbcClient.StatementSpec query(String statement, TenantId tenant) {
        return jdbc.sql(statement).param("tenant", tenant.id());
    }

    private Map<String, @Nullable Object> parameters(
            Map<String, ? extends @Nullable Object> values) {
        Map<String, @Nullable Object> parameters = new HashMap<>();
        for (Column column : columns) {
            Object value = values.get(column.name());
            parameters.put(column.name(), column.isJson() ? json.write((JsonNode) value) : value);
        }
        return parameters;
    }
}
