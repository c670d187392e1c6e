// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.message.id.EntityType;
import io.millrace.server.registry.entity.EntityNoun;
import io.millrace.server.registry.entity.TableShape;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The SQL that depends on where the type of the entities comes from. The entity's table has the alias {@code e}.
 *
 * @param selected further expressions of the {@code select} list, with a comma at the end; may be empty
 * @param join further tables of the {@code from} clause; may be empty
 * @param name expression of the name of the type, in which lists are searched; null: none
 * @param filters conditions of lists, with the parameters {@code type} and {@code profile}
 * @param sortColumns columns that callers may sort lists by, by the name of the property
 * @param typesQuery query of the names of the types that a tenant's entities have, in alphabetical order, with the
 *     parameters {@code tenant} and {@code customer}
 */
record TypeSql(
        String selected,
        String join,
        @Nullable String name,
        List<String> filters,
        Map<String, String> sortColumns,
        String typesQuery) {

    static TypeSql of(EntityType type, Typing typing) {
        String table = TableShape.tableOf(type);
        return switch (typing) {
            case Typing.ByProfile byProfile -> byProfile(table, byProfile);
            case Typing.OwnColumn _ -> ownColumn(table);
            case Typing.Untyped _ ->
                    new TypeSql("", "", null, List.of(), Map.of(), "select '' where false");
        };
    }

    private static TypeSql byProfile(String table, Typing.ByProfile typing) {
        String profileTable = TableShape.tableOf(typing.profiles());
        String column = typing.column();
        return new TypeSql(
                "p.name as profile_name, ",
                "join %s p on p.id = e.%s ".formatted(profileTable, column),
                "p.name",
                List.of(
                        "(cast(:type as text) is null or p.name = :type)",
                        "(cast(:profile as uuid) is null or e.%s = :profile)".formatted(column)),
                Map.of(
                        "type",
                        "p.name",
                        EntityNoun.of(typing.profiles()).camelCase() + "Name",
                        "p.name"),
                """
                select p.name from %s p
                 where p.tenant_id = :tenant and exists (
                       select from %s e where e.tenant_id = :tenant and e.%s = p.id
                          and (cast(:customer as uuid) is null or e.customer_id = :customer))
                 order by p.name
                """
                        .formatted(profileTable, table, column));
    }

    private static TypeSql ownColumn(String table) {
        return new TypeSql(
                "",
                "",
                "e.type",
                List.of("(cast(:type as text) is null or e.type = :type)"),
                Map.of("type", "e.type"),
                """
                select distinct type from %s
                 where tenant_id = :tenant and type is not null
                   and (cast(:customer as uuid) is null or customer_id = :customer)
                 order by type
                """
                        .formatted(table));
    }
}
