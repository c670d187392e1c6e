// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.profile;

import io.millrace.message.id.EntityType;
import io.millrace.server.registry.entity.Column;
import io.millrace.server.registry.entity.EntityNoun;
import io.millrace.server.registry.entity.Refusals;
import io.millrace.server.registry.entity.RowReader;
import io.millrace.server.registry.entity.TableShape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What distinguishes one kind of profiles from another. Its table has the columns {@code name}, {@code description},
 * {@code is_default}, {@code default_rule_chain_id} and {@code default_queue_name}, and the constraint
 * {@code <table>_rule_chain_fkey}; the table of its entities has the constraint {@code <entities>_profile_fkey}.
 *
 * @param type type of the profiles
 * @param ofType type of the entities that have them
 * @param own columns that only this kind of profile has
 * @param initial values of these columns in a profile of which only the name is known
 * @param filter further condition of lists, whose parameters a list gets as its filter; empty: none
 * @param noFilter values of these parameters with which the condition selects all
 * @param refusals messages for further constraints that a caller can violate, by the name of the constraint
 * @param reader reads a profile out of a row
 */
public record ProfileKind<P extends EntityProfile>(
        EntityType type,
        EntityType ofType,
        List<Column> own,
        Map<String, Object> initial,
        String filter,
        Map<String, String> noFilter,
        Map<String, String> refusals,
        RowReader<P> reader) {

    /** Name of the profile that every tenant has from the start. */
    public static final String DEFAULT_NAME = "default";

    private static final List<Column> COLUMNS =
            List.of(
                    Column.value("name"),
                    Column.value("description"),
                    Column.initial("is_default"),
                    Column.value("default_rule_chain_id"),
                    Column.value("default_queue_name"));

    private static final Map<String, String> SORT_COLUMNS =
            Map.of(
                    "createdTime", "e.created_time",
                    "name", "e.name",
                    "description", "e.description",
                    "isDefault", "e.is_default");

    public ProfileKind {
        own = List.copyOf(own);
        initial = Map.copyOf(initial);
        noFilter = Map.copyOf(noFilter);
        refusals = Map.copyOf(refusals);
    }

    /** A kind whose lists have no further filter and whose own columns have no constraints. */
    public ProfileKind(
            EntityType type,
            EntityType ofType,
            List<Column> own,
            Map<String, Object> initial,
            RowReader<P> reader) {
        this(type, ofType, own, initial, "", Map.of(), Map.of(), reader);
    }

    EntityNoun noun() {
        return EntityNoun.of(type);
    }

    EntityNoun entityNoun() {
        return EntityNoun.of(ofType);
    }

    TableShape shape() {
        return new TableShape(
                type,
                "name",
                Stream.concat(COLUMNS.stream(), own.stream()).toList(),
                "",
                "",
                "e.name ilike :search" + (filter.isEmpty() ? "" : " and " + filter),
                SORT_COLUMNS);
    }

    Refusals allRefusals() {
        Map<String, String> all = new HashMap<>(refusals);
        all.put(
                TableShape.tableOf(type) + "_rule_chain_fkey",
                "defaultRuleChainId: the tenant has no such rule chain");
        all.put(
                TableShape.tableOf(ofType) + "_profile_fkey",
                "%s use the %s; it cannot be deleted"
                        .formatted(entityNoun().capitalizedPlural(), noun().singular()));
        return Refusals.of(shape(), all);
    }

    /** A profile of which only the name is known. */
    ProfileContent named(String name) {
        return new ProfileContent(name, null, null, null, initial);
    }
}
