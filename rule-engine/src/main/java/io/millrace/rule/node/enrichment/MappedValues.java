// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Fetches values of an entity and writes each to the message under another name. */
final class MappedValues {

    private record Mapping(Function<RuleMessage, String> source, Template target) {}

    private final List<Mapping> mappings;
    private final EntityValues values;
    private final FetchTo fetchTo;

    private MappedValues(List<Mapping> mappings, EntityValues values, FetchTo fetchTo) {
        this.mappings = mappings;
        this.values = values;
        this.fetchTo = fetchTo;
    }

    /** Creates a mapping of keys and names that are both templates. */
    static MappedValues byTemplates(
            Map<String, String> names, EntityValues values, FetchTo fetchTo) {
        return of(names, source -> Template.of(source)::resolve, values, fetchTo);
    }

    /** Creates a mapping of fields, which are used literally, and names that are templates. */
    static MappedValues byFields(Map<String, String> names, EntityFields fields, FetchTo fetchTo) {
        return of(names, source -> _ -> source, fields, fetchTo);
    }

    private static MappedValues of(
            Map<String, String> names,
            Function<String, Function<RuleMessage, String>> source,
            EntityValues values,
            FetchTo fetchTo) {
        List<Mapping> mappings = new ArrayList<>(names.size());
        names.forEach(
                (key, name) -> mappings.add(new Mapping(source.apply(key), Template.of(name))));
        return new MappedValues(mappings, values, fetchTo);
    }

    /** See {@link FetchTo#requireRoomIn}. */
    void requireRoomIn(RuleMessage message) {
        fetchTo.requireRoomIn(message);
    }

    /** Returns the message with the entity's values, by {@code Success}; missing values are skipped. */
    CompletionStage<NodeResult> enrich(RuleMessage message, EntityId entity) {
        Map<String, String> names = LinkedHashMap.newLinkedHashMap(mappings.size());
        for (Mapping mapping : mappings) {
            names.put(mapping.source().apply(message), mapping.target().resolve(message));
        }
        return values.of(message.tenant(), entity, names.keySet())
                .thenApply(
                        found -> NodeResult.success(fetchTo.write(message, renamed(found, names))));
    }

    private static Map<String, @Nullable Value> renamed(
            Map<String, @Nullable Value> found, Map<String, String> names) {
        Map<String, @Nullable Value> renamed = LinkedHashMap.newLinkedHashMap(names.size());
        names.forEach((key, name) -> {
            if (found.containsKey(key)) {
                renamed.put(name, found.get(key));
            }
        });
        return renamed;
    }
}
