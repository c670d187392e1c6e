// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import static java.util.stream.Collectors.joining;

import io.millrace.server.platform.page.PageQuery;
import java.util.function.Function;

/**
 * The SQL of one table, built once out of its shape. Every statement has a parameter {@code tenant}.
 *
 * @param all selects the entities of the tenant; further conditions can be appended
 */
record EntityStatements(
        String all,
        String byId,
        String byName,
        String byIds,
        PageQuery list,
        String insert,
        String insertUnlessNameTaken,
        String update,
        String delete) {

    /**
     * An array whose length the planner of PostgreSQL does not see. It would otherwise plan each execution with few ids
     * anew, which takes longer than the execution.
     */
    private static final String IDS = "array(select unnest(:ids::uuid[]))";

    static EntityStatements of(TableShape shape) {
        String table = shape.table();
        String select =
                "select e.id, e.created_time, e.tenant_id, e.version"
                        + each(shape, column -> ", e." + column.name())
                        + (shape.alsoSelected().isEmpty() ? "" : ", " + shape.alsoSelected());
        String from = " from %s e %s where e.tenant_id = :tenant".formatted(table, shape.joins());
        String all = select + from;
        String insert =
                "insert into %s (id, created_time, tenant_id%s) values (:id, :createdTime, :tenant%s)"
                        .formatted(
                                table,
                                each(shape, column -> ", " + column.name()),
                                each(shape, column -> ", " + column.parameter()));
        return new EntityStatements(
                all,
                all + " and e.id = :id",
                all + " and e.%s = :name".formatted(shape.nameColumn()),
                all + " and e.id = any(%s) order by e.id".formatted(IDS),
                new PageQuery(
                        select,
                        from + " and " + shape.listCondition(),
                        shape.sortColumns(),
                        "e.id"),
                insert,
                insert
                        + " on conflict on constraint %s do nothing"
                                .formatted(shape.nameConstraint()),
                "update %s set %sversion = version + 1 where tenant_id = :tenant and id = :id and version = :version"
                        .formatted(table, each(shape, EntityStatements::assignment)),
                "delete from %s where tenant_id = :tenant and id = :id".formatted(table));
    }

    private static String each(TableShape shape, Function<Column, String> fragment) {
        return shape.columns().stream().map(fragment).collect(joining());
    }

    private static String assignment(Column column) {
        return column.isUpdated() ? "%s = %s, ".formatted(column.name(), column.parameter()) : "";
    }
}
