// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.node.ConfigurationUpgrade;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.TimeseriesReads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Fetches attributes of the three scopes and latest values of an entity, all at once, and writes them to the message:
 * an attribute with the prefix {@code cs_}, {@code shared_} or {@code ss_} before its key, a latest value with its key.
 */
final class AttributeFetch {

    static final ConfigurationUpgrade UPGRADE =
            (_, configuration) -> {
                if (configuration.path("fetchToData").isNull()) {
                    configuration.remove("fetchToData");
                }
                OlderConfiguration.replace(
                        configuration, "fetchToData", "fetchTo", FetchTo.DATA, FetchTo.METADATA);
                OlderConfiguration.setIfAbsent(configuration, "fetchTo", FetchTo.METADATA);
            };

    private record Source(String name, String prefix, KeyTemplates keys, EntityValues values) {}

    private record Fetched(Source source, Set<String> keys, Map<String, @Nullable Value> values) {

        private boolean isComplete() {
            return values.keySet().containsAll(keys);
        }

        private String missing() {
            return keys.stream()
                    .filter(key -> !values.containsKey(key))
                    .collect(Collectors.joining(", ", source.name() + ": ", ""));
        }
    }

    private final List<Source> sources;
    private final boolean tellFailureIfAbsent;
    private final FetchTo fetchTo;

    AttributeFetch(
            AttributeSelection selection, AttributeStore attributes, TimeseriesReads timeseries) {
        EntityValues latest =
                selection.getLatestValueWithTs()
                        ? EntityValues.latestWithTime(timeseries)
                        : EntityValues.latest(timeseries);
        this.sources =
                Stream.of(
                                attributes(
                                        AttributeScope.CLIENT_SCOPE,
                                        "cs_",
                                        selection.clientAttributeNames(),
                                        attributes),
                                attributes(
                                        AttributeScope.SHARED_SCOPE,
                                        "shared_",
                                        selection.sharedAttributeNames(),
                                        attributes),
                                attributes(
                                        AttributeScope.SERVER_SCOPE,
                                        "ss_",
                                        selection.serverAttributeNames(),
                                        attributes),
                                new Source(
                                        "LATEST_TS",
                                        "",
                                        new KeyTemplates(selection.latestTsKeyNames()),
                                        latest))
                        .filter(source -> !source.keys().isEmpty())
                        .toList();
        this.tellFailureIfAbsent = selection.tellFailureIfAbsent();
        this.fetchTo = selection.fetchTo();
    }

    private static Source attributes(
            AttributeScope scope, String prefix, List<String> keys, AttributeStore attributes) {
        return new Source(
                scope.name(),
                prefix,
                new KeyTemplates(keys),
                EntityValues.attributes(attributes, scope));
    }

    /** See {@link FetchTo#requireRoomIn}. */
    void requireRoomIn(RuleMessage message) {
        fetchTo.requireRoomIn(message);
    }

    /** Returns the message with the values found, by {@code Failure} if a required one is missing. */
    CompletionStage<NodeResult> enrich(RuleMessage message, EntityId entity) {
        CompletionStage<List<Fetched>> all = CompletableFuture.completedStage(List.of());
        for (Source source : sources) {
            all = all.thenCombine(fetch(source, message, entity), AttributeFetch::append);
        }
        return all.thenApply(fetched -> result(message, fetched));
    }

    private static CompletionStage<Fetched> fetch(
            Source source, RuleMessage message, EntityId entity) {
        Set<String> keys = source.keys().resolve(message);
        return source.values()
                .of(message.tenant(), entity, keys)
                .thenApply(values -> new Fetched(source, keys, values));
    }

    private static List<Fetched> append(List<Fetched> former, Fetched last) {
        List<Fetched> all = new ArrayList<>(former);
        all.add(last);
        return all;
    }

    private NodeResult result(RuleMessage message, List<Fetched> all) {
        Map<String, @Nullable Value> values = new LinkedHashMap<>();
        for (Fetched fetched : all) {
            for (String key : fetched.keys()) {
                @Nullable Value value = fetched.values().get(key);
                if (value != null) {
                    values.put(fetched.source().prefix() + key, value);
                }
            }
        }
        RuleMessage enriched = fetchTo.write(message, values);
        if (!tellFailureIfAbsent || all.stream().allMatch(Fetched::isComplete)) {
            return NodeResult.success(enriched);
        }
        return new NodeResult.Failed(
                enriched,
                all.stream()
                        .filter(fetched -> !fetched.isComplete())
                        .map(Fetched::missing)
                        .collect(Collectors.joining("; ", "keys without a value: ", "")));
    }
}
