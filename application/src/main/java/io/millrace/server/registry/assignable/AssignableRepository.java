// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.entity.EntityRepository;
import io.millrace.server.registry.entity.EntityRow;
import io.millrace.server.registry.entity.EntityTable;
import io.millrace.server.registry.entity.SharedLookups;
import io.millrace.server.web.api.IdJson;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The entities of one kind in the database. */
public final class AssignableRepository<E extends AssignableEntity>
        implements EntityRepository<E>, AutoCloseable {

    private final AssignableKind<E> kind;
    private final JdbcClient jdbc;
    private final EntityTable<Listed<E>> table;
    private final SharedLookups<Listed<E>> lookups;
    private final String types;
    private final String assign;
    private final String unassignSome;

    public AssignableRepository(AssignableKind<E> kind, JdbcClient jdbc, JsonColumn json) {
        this.kind = kind;
        this.jdbc = jdbc;
        this.table = new EntityTable<>(jdbc, json, kind.shape(), this::listed);
        this.lookups =
                new SharedLookups<>(
                        kind.table() + "-lookup", table, listed -> listed.entity().entityId().id());
        this.types = kind.typeSql().typesQuery();
        this.assign =
                """
                update %s set customer_id = :customer, version = version + 1
                 where tenant_id = :tenant and id = :id and version = :version
                """
                        .formatted(kind.table());
        this.unassignSome =
                """
                update %1$s set customer_id = null, version = version + 1
                 where id in (select id from %1$s
                               where tenant_id = :tenant and customer_id = :customer
                               order by id limit :most for update)
                returning id
                """
                        .formatted(kind.table());
    }

    private Listed<E> listed(EntityRow row) throws SQLException {
        return new Listed<>(
                kind.reader().read(row),
                row.optionalText("customer_title"),
                row.flag("customer_is_public"));
    }

    AssignableKind<E> kind() {
        return kind;
    }

    /** The look-ups of single entities by id. */
    public SharedLookups<?> lookups() {
        return lookups;
    }

    @Override
    public EntityType type() {
        return kind.type();
    }

    @Override
    public Optional<E> find(TenantId tenant, UUID id) {
        return findListed(tenant, id).map(Listed::entity);
    }

    @Override
    public Optional<E> findByName(TenantId tenant, String name) {
        return table.findByName(tenant, name).map(Listed::entity);
    }

    Optional<Listed<E>> findListed(TenantId tenant, UUID id) {
        return lookups.find(tenant, id);
    }

    /** Those of the entities that the tenant has, oldest first. */
    List<E> findAll(TenantId tenant, Collection<UUID> ids) {
        return table.findAll(tenant, ids).stream().map(Listed::entity).toList();
    }

    PageData<Listed<E>> list(TenantId tenant, AssignableFilter filter, PageLink link) {
        return table.list(tenant, link, filter.params());
    }

    /**
     * The names of the types that entities have, in alphabetical order.
     *
     * @param customer counts only entities that are assigned to this customer; null: all
     */
    List<String> types(TenantId tenant, @Nullable UUID customer) {
        return jdbc.sql(types)
                .param("tenant", tenant.id())
                .param("customer", customer)
                .query((row, _) -> row.getString(1))
                .list();
    }

    /**
     * Inserts the row of an entity; limits are not checked.
     *
     * @param createdTime milliseconds since the epoch
     * @param type value of the column with the type: the id of a profile, or a text; null: no type
     */
    public void add(
            TenantId tenant,
            UUID id,
            long createdTime,
            @Nullable Object type,
            AssignableContent content) {
        table.add(tenant, id, createdTime, content.values(kind, type));
    }

    /** Changes an entity if its version is still that of {@code stored}; false if it is not. */
    boolean update(E stored, @Nullable Object type, AssignableContent content) {
        return table.update(stored, content.values(kind, type));
    }

    /** Assigns an entity if its version is still that of {@code stored}; false if it is not. */
    boolean assign(E stored, CustomerId customer) {
        return jdbc.sql(assign)
                        .param("tenant", stored.tenantId().id())
                        .param("id", stored.entityId().id())
                        .param("version", stored.version())
                        .param(
                                "customer",
                                customer.equals(IdJson.NO_CUSTOMER) ? null : customer.id())
                        .update()
                == 1;
    }

    /**
     * Unassigns some entities from a customer; the caller has a transaction.
     *
     * @return the entities as they are then; fewer than {@code most}: no more are left
     */
    List<E> unassignSome(TenantId tenant, CustomerId customer, int most) {
        List<UUID> ids =
                jdbc.sql(unassignSome)
                        .param("tenant", tenant.id())
                        .param("customer", customer.id())
                        .param("most", most)
                        .query((row, _) -> row.getObject("id", UUID.class))
                        .list();
        return findAll(tenant, ids);
    }

    @Override
    public boolean delete(TenantId tenant, UUID id) {
        return table.delete(tenant, id);
    }

    @Override
    public void close() {
        lookups.close();
    }
}
