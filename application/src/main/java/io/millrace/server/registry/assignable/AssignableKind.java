// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import static java.util.stream.Collectors.joining;

import io.millrace.message.id.EntityType;
import io.millrace.server.registry.entity.Column;
import io.millrace.server.registry.entity.EntityNoun;
import io.millrace.server.registry.entity.Refusals;
import io.millrace.server.registry.entity.RowReader;
import io.millrace.server.registry.entity.TableShape;
import io.millrace.server.registry.tenantprofile.EntityLimit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What distinguishes one kind of assignable entities from another. Its table has the columns {@code customer_id} and
 * {@code additional_info}, the column with the name, the column of its {@link Typing}, and the constraint
 * {@code <table>_customer_fkey}.
 *
 * @param type type of the entities
 * @param nameColumn column with the name, such as {@code name} or {@code title}
 * @param typing where the {@code type} of an entity comes from
 * @param limit how many of them a tenant may have; null: any number
 * @param texts text columns that only this kind has; lists can be searched in them and sorted by them
 * @param own further columns that only this kind has
 * @param reader reads an entity out of a row
 * @param refusals messages for further constraints that a caller can violate, by the name of the constraint
 */
public record AssignableKind<E extends AssignableEntity>(
        EntityType type,
        String nameColumn,
        Typing typing,
        @Nullable EntityLimit limit,
        List<String> texts,
        List<Column> own,
        RowReader<E> reader,
        Map<String, String> refusals) {

    public AssignableKind {
        texts = List.copyOf(texts);
        own = List.copyOf(own);
        refusals = Map.copyOf(refusals);
    }

    EntityNoun noun() {
        return EntityNoun.of(type);
    }

    String table() {
        return TableShape.tableOf(type);
    }

    TypeSql typeSql() {
        return TypeSql.of(type, typing);
    }

    TableShape shape() {
        TypeSql typeSql = typeSql();
        return new TableShape(
                type,
                nameColumn,
                columns(),
                typeSql.selected()
                        + """
                        c.title as customer_title, coalesce(c.is_public, false) as customer_is_public
                        """,
                typeSql.join() + "left join customer c on c.id = e.customer_id",
                listCondition(typeSql),
                sortColumns(typeSql));
    }

    private List<Column> columns() {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.value("customer_id"));
        columns.add(Column.value(nameColumn));
        columns.add(Column.json("additional_info"));
        Stream.ofNullable(typing.column()).map(Column::value).forEach(columns::add);
        texts.stream().map(Column::value).forEach(columns::add);
        columns.addAll(own);
        return columns;
    }

    private String listCondition(TypeSql typeSql) {
        List<String> searched = new ArrayList<>();
        searched.add("e." + nameColumn);
        texts.forEach(text -> searched.add("e." + text));
        Stream.ofNullable(typeSql.name()).forEach(searched::add);
        List<String> conditions = new ArrayList<>(typeSql.filters());
        conditions.add("(cast(:customer as uuid) is null or e.customer_id = :customer)");
        conditions.add(
                searched.stream()
                        .map(text -> text + " ilike :search")
                        .collect(joining(" or ", "(", ")")));
        return String.join(" and ", conditions);
    }

    private Map<String, String> sortColumns(TypeSql typeSql) {
        Map<String, String> columns = new HashMap<>(typeSql.sortColumns());
        columns.put("createdTime", "e.created_time");
        columns.put("name", "e." + nameColumn);
        columns.put(nameColumn, "e." + nameColumn);
        texts.forEach(text -> columns.put(text, "e." + text));
        columns.put("customerTitle", "c.title");
        return columns;
    }

    /** The errors of refused changes: those of the kind and those of all kinds. */
    public Refusals allRefusals() {
        Map<String, String> all = new HashMap<>(refusals);
        all.put(table() + "_customer_fkey", "customerId: the tenant has no such customer");
        return Refusals.of(shape(), all);
    }
}
