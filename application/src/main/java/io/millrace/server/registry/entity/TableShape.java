// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import io.millrace.message.id.EntityType;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What distinguishes one table of entities from another. The table has the alias {@code e} in every fragment of SQL.
 *
 * @param type type of the entities; its name in lower case is the name of the table
 * @param nameColumn column with the name; unique in a tenant by the constraint {@code <table>_<nameColumn>_key}
 * @param columns all columns that inserts write, besides id, creation time and tenant
 * @param alsoSelected further expressions of the {@code select} list; may be empty
 * @param joins further tables of the {@code from} clause; may be empty
 * @param listCondition condition for lists beyond the tenant; has a parameter {@code search}, a pattern for
 * {@code ilike}
 * @param sortColumns columns that callers may sort lists by, by the name of the property
 */
public record TableShape(
        EntityType type,
        String nameColumn,
        List<Column> columns,
        String alsoSelected,
        String joins,
        String listCondition,
        Map<String, String> sortColumns) {

    public TableShape {
        columns = List.copyOf(columns);
        sortColumns = Map.copyOf(sortColumns);
    }

    /** The table of the entities of a type. */
    public static String tableOf(EntityType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    String table() {
        return tableOf(type);
    }

    String nameConstraint() {
        return "%s_%s_key".formatted(table(), nameColumn);
    }
}
