// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.message.id.EntityType;
import io.millrace.server.registry.entity.Column;
import io.millrace.server.registry.entity.EntityNoun;
import io.millrace.server.registry.entity.Refusals;
import io.millrace.server.registry.entity.RowReader;
import io.millrace.server.registry.entity.TableShape;
import io.millrace.server.registry.tenantprofile.EntityLimit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What distinguishes one kind of assignable entities from another. Its table has the columns {@code customer_id},
 * {@code <profile>_id}, {@code name}, {@code label} and {@code additional_info}, and the constraint
 * {@code <table>_customer_fkey}. Its queries also select {@code profile_name}.
 *
 * @param type type of the entities
 * @param profileType type of their profiles
 * @param limit how many of them a tenant may have
 * @param own columns that only this kind has
 * @param reader reads an entity out of a row
 * @param refusals messages for further constraints that a caller can violate, by the name of the constraint
 */
public record AssignableKind<E extends AssignableEntity>(
        EntityType type,
        EntityType profileType,
        EntityLimit limit,
        List<Column> own,
        RowReader<E> reader,
        Map<String, String> refusals) {

    public AssignableKind {
        own = List.copyOf(own);
        refusals = Map.copyOf(refusals);
    }

    EntityNoun noun() {
        return EntityNoun.of(type);
    }

    String table() {
        return TableShape.tableOf(type);
    }

    String profileTable() {
        return TableShape.tableOf(profileType);
    }

    String profileColumn() {
        return profileTable() + "_id";
    }

    TableShape shape() {
        Stream<Column> shared =
                Stream.of(
                        Column.value("customer_id"),
                        Column.value(profileColumn()),
                        Column.value("name"),
                        Column.value("label"),
                        Column.json("additional_info"));
        return new TableShape(
                type,
                "name",
                Stream.concat(shared, own.stream()).toList(),
                """
                p.name as profile_name, c.title as customer_title,
                       coalesce(c.is_public, false) as customer_is_public
                """,
                """
                join %s p on p.id = e.%s
                  left join customer c on c.id = e.customer_id
                """
                        .formatted(profileTable(), profileColumn()),
                """
                (e.name ilike :search or e.label ilike :search or p.name ilike :search)
                   and (cast(:type as text) is null or p.name = :type)
                   and (cast(:profile as uuid) is null or e.%s = :profile)
                   and (cast(:customer as uuid) is null or e.customer_id = :customer)
                """
                        .formatted(profileColumn()),
                Map.of(
                        "createdTime",
                        "e.created_time",
                        "name",
                        "e.name",
                        "type",
                        "p.name",
                        "label",
                        "e.label",
                        EntityNoun.of(profileType).camelCase() + "Name",
                        "p.name",
                        "customerTitle",
                        "c.title"));
    }

    /** The errors of refused changes: those of the kind and those of all kinds. */
    public Refusals allRefusals() {
        Map<String, String> all = new HashMap<>(refusals);
        all.put(table() + "_customer_fkey", "customerId: the tenant has no such customer");
        return Refusals.of(shape(), all);
    }
}
