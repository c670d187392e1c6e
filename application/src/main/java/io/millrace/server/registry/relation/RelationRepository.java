// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.SearchDirection;
import io.millrace.server.platform.jdbc.JsonColumn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** The table {@code relation}. */
@Component
final class RelationRepository {

    /** The first of the two keys of each advisory lock; keeps them apart from other locks of this database. */
    private static final int LOCK_SPACE = 0x52656c61;

    private static final String EXCLUSIVE_LOCK = "pg_advisory_xact_lock";
    private static final String SHARED_LOCK = "pg_advisory_xact_lock_shared";

    private static final String COLUMNS =
            "from_type, from_id, type_group, type, to_type, to_id, additional_info, version";

    private static final String KEY =
            """
             where tenant_id = :tenant and from_type = :fromType and from_id = :fromId
               and type_group = :group and type = :type and to_type = :toType and to_id = :toId
            """;

    private final JdbcClient jdbc;
    private final JsonColumn json;

    RelationRepository(JdbcClient jdbc, JsonColumn json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /** Blocks {@link #lock} for both entities until the caller's transaction ends. */
    void lockEnds(RelationKey key) {
        lockEnds(key, null);
    }

    /**
     * Does the same, and locks one of the entities as {@link #lock} does.
     *
     * @param alone null: none
     */
    void lockEnds(RelationKey key, @Nullable EntityId alone) {
        Integer exclusive = alone == null ? null : alone.id().hashCode();
        Stream.of(key.from(), key.to())
                .map(end -> end.id().hashCode())
                .sorted()
                .distinct()
                .forEach(lock -> lock(lock.equals(exclusive) ? EXCLUSIVE_LOCK : SHARED_LOCK, lock));
    }

    /**
     * Waits for transactions that add a relation of the entity, and blocks new ones until the caller's transaction
     * ends.
     */
    void lock(EntityId entity) {
        lock(EXCLUSIVE_LOCK, entity.id().hashCode());
    }

    private void lock(String function, int number) {
        jdbc.sql("select %s(:space, :number)".formatted(function))
                .param("space", LOCK_SPACE)
                .param("number", number)
                .query()
                .singleRow();
    }

    /**
     * Adds a relation, or replaces its additional info if it has the given version.
     *
     * @param version null: any
     * @return empty if it has another version
     */
    Optional<EntityRelation> save(
            TenantId tenant, RelationKey key, @Nullable Long version, @Nullable JsonNode info) {
        return bound(
                        """
                        insert into relation (tenant_id, from_type, from_id, type_group, type, to_type, to_id,
                                              additional_info)
                        values (:tenant, :fromType, :fromId, :group, :type, :toType, :toId, cast(:info as jsonb))
                        on conflict on constraint relation_pkey do update
                           set additional_info = excluded.additional_info, version = relation.version + 1
                         where cast(:version as bigint) is null or relation.version = :version
                        returning
                        """
                                + COLUMNS,
                        tenant,
                        key)
                .param("info", json.write(info))
                .param("version", version)
                .query((row, _) -> relation(row))
                .optional();
    }

    Optional<EntityRelation> find(TenantId tenant, RelationKey key) {
        return bound("select " + COLUMNS + " from relation" + KEY, tenant, key)
                .query((row, _) -> relation(row))
                .optional();
    }

    /** Deletes a relation; empty if it does not exist. */
    Optional<EntityRelation> delete(TenantId tenant, RelationKey key) {
        return bound("delete from relation" + KEY + "returning " + COLUMNS, tenant, key)
                .query((row, _) -> relation(row))
                .optional();
    }

    /**
     * Deletes the relations of the group {@code COMMON} and of a type that an entity has.
     *
     * @param kept end of the relation that stays; null: none stays
     */
    void deleteOfType(
            TenantId tenant,
            EntityId entity,
            SearchDirection direction,
            String type,
            @Nullable EntityId kept) {
        jdbc.sql(
                        """
                        delete from relation
                         where tenant_id = :tenant and %1$s_id = :entity and %1$s_type = :entityType
                           and type_group = 'COMMON' and type = :type
                           and (%2$s_type, %2$s_id) is distinct from (cast(:keptType as text), cast(:kept as uuid))
                        """
                                .formatted(end(direction), end(opposite(direction))))
                .param("tenant", tenant.id())
                .param("entity", entity.id())
                .param("entityType", entity.type().name())
                .param("type", type)
                .param("keptType", kept == null ? null : kept.type().name())
                .param("kept", kept == null ? null : kept.id())
                .update();
    }

    private static SearchDirection opposite(SearchDirection direction) {
        return direction == SearchDirection.FROM ? SearchDirection.TO : SearchDirection.FROM;
    }

    private JdbcClient.StatementSpec bound(String sql, TenantId tenant, RelationKey key) {
        return jdbc.sql(sql)
                .param("tenant", tenant.id())
                .param("fromType", key.from().type().name())
                .param("fromId", key.from().id())
                .param("group", key.typeGroup().name())
                .param("type", key.type())
                .param("toType", key.to().type().name())
                .param("toId", key.to().id());
    }

    /**
     * Deletes the relations from and to an entity.
     *
     * @param group null: all groups
     * @return number of deleted relations
     */
    int deleteAll(TenantId tenant, EntityId entity, @Nullable RelationTypeGroup group) {
        return jdbc.sql(
                        """
                        delete from relation
                         where tenant_id = :tenant and (from_id = :entity or to_id = :entity)
                           and (cast(:group as text) is null or type_group = :group)
                        """)
                .param("tenant", tenant.id())
                .param("entity", entity.id())
                .param("group", group == null ? null : group.name())
                .update();
    }

    /**
     * The relations of some entities, oldest first.
     *
     * @param direction {@code FROM}: relations from the entities; {@code TO}: relations to them
     * @param type null: all types
     * @param limit maximum number of relations
     */
    List<EntityRelation> list(
            TenantId tenant,
            Collection<EntityId> entities,
            SearchDirection direction,
            RelationTypeGroup group,
            @Nullable String type,
            int limit) {
        return jdbc.sql(
                        """
                        select %1$s from relation
                         where tenant_id = :tenant and %2$s_id = any(:ids) and type_group = :group
                           and (%2$s_type, %2$s_id) in (select * from unnest(:types, :ids))
                           and (cast(:type as text) is null or type = :type)
                         order by seq limit :limit
                        """
                                .formatted(COLUMNS, end(direction)))
                .param("tenant", tenant.id())
                .param("ids", entities.stream().map(EntityId::id).toArray(UUID[]::new))
                .param(
                        "types",
                        entities.stream()
                                .map(entity -> entity.type().name())
                                .toArray(String[]::new))
                .param("group", group.name())
                .param("type", type)
                .param("limit", limit)
                .query((row, _) -> relation(row))
                .list();
    }

    boolean existsAny(TenantId tenant, EntityId entity, SearchDirection direction, String type) {
        return jdbc.sql(
                        """
                        select exists (select from relation
                         where tenant_id = :tenant and %1$s_id = :entity and %1$s_type = :entityType
                           and type_group = 'COMMON' and type = :type)
                        """
                                .formatted(end(direction)))
                .param("tenant", tenant.id())
                .param("entity", entity.id())
                .param("entityType", entity.type().name())
                .param("type", type)
                .query(Boolean.class)
                .single();
    }

    private static String end(SearchDirection direction) {
        return switch (direction) {
            case FROM -> "from";
            case TO -> "to";
        };
    }

    private EntityRelation relation(ResultSet row) throws SQLException {
        return new EntityRelation(
                entity(row, "from"),
                entity(row, "to"),
                row.getString("type"),
                RelationTypeGroup.valueOf(row.getString("type_group")),
                row.getLong("version"),
                json.read(row, "additional_info"));
    }

    private static EntityId entity(ResultSet row, String end) throws SQLException {
        return new EntityId(
                EntityType.valueOf(row.getString(end + "_type")),
                row.getObject(end + "_id", UUID.class));
    }
}
