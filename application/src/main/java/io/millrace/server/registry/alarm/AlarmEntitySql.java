// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The SQL that selects alarms by their entities. The table of alarms has the alias {@code a}; the parameter {@code tenant}
 * must be set.
 *
 * @param condition conditions to add to a {@code where} clause; may be empty
 * @param params values of the named parameters of the condition
 */
record AlarmEntitySql(String condition, Map<String, Object> params) {

    /** @param propagated whether alarms count that were propagated to the entities from others */
    static AlarmEntitySql of(AlarmEntities entities, boolean propagated) {
        return switch (entities) {
            case AlarmEntities.All _ -> new AlarmEntitySql("", Map.of());
            case AlarmEntities.One(EntityId(EntityType type, UUID id)) ->
                    listed(type, List.of(id), propagated);
            case AlarmEntities.Listed(EntityType type, List<UUID> ids) ->
                    listed(type, ids, propagated);
            case AlarmEntities.OfType(EntityType type) ->
                    new AlarmEntitySql(
                            condition("is not null", propagated),
                            Map.of("entityType", type.name()));
            case AlarmEntities.Named(EntityType type, List<String> profiles, String pattern) ->
                    new AlarmEntitySql(
                            condition(named(type), propagated),
                            Map.of(
                                    "entityType",
                                    type.name(),
                                    "entityName",
                                    pattern,
                                    "profiles",
                                    profiles.toArray(String[]::new)));
        };
    }

    private static AlarmEntitySql listed(EntityType type, List<UUID> ids, boolean propagated) {
        return new AlarmEntitySql(
                condition("= any(:entities)", propagated),
                Map.of("entityType", type.name(), "entities", ids.toArray(UUID[]::new)));
    }

    private static String named(EntityType type) {
        return """
        in (select e.id from %1$s e join %1$s_profile p on p.id = e.%1$s_profile_id
             where e.tenant_id = :tenant and e.name ilike :entityName
               and (cardinality(cast(:profiles as text[])) = 0 or p.name = any(cast(:profiles as text[]))))
        """
                .formatted(type == EntityType.DEVICE ? "device" : "asset");
    }

    /** @param entity the condition of the entity's id, without the column */
    private static String condition(String entity, boolean propagated) {
        return propagated
                ? """
                 and a.id in (select s.alarm_id from entity_alarm s
                               where s.tenant_id = :tenant and s.entity_type = :entityType and s.entity_id %s)
                """
                        .formatted(entity)
                : " and a.originator_type = :entityType and a.originator_id " + entity;
    }
}
