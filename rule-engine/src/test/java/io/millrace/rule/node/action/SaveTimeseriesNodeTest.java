// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.rule.store.memory.InMemoryTimeseriesStore;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SaveTimeseriesNodeTest {

    private static final long NOW = NodeTester.TS + 5_000;
    private static final String EVERY_MESSAGE =
            "\"processingSettings\":{\"type\":\"ON_EVERY_MESSAGE\"}";

    private final InMemoryTimeseriesStore store = new InMemoryTimeseriesStore();
    private final NodeDefinition<?> definition =
            SaveTimeseriesNode.definition(
                    store, Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC));

    @Test
    void storesValuesForTheOriginatorAndPassesTheMessageOn() {
        RuleMessage message = NodeTester.telemetry("{\"t\":1}");

        assertThat(NodeTester.run(everyMessage(), message)).isEqualTo(NodeResult.success(message));
        assertThat(store.writes())
                .containsExactly(
                        new TimeseriesWrite(
                                NodeTester.TENANT,
                                NodeTester.DEVICE.entity(),
                                List.of(point(NodeTester.TS, 1)),
                                true,
                                true,
                                0,
                                null,
                                message.id()));
    }

    @Test
    void storesAllPointsOfAMessageInOneWrite() {
        NodeTester.run(
                everyMessage(),
                NodeTester.telemetry(
                        "[{\"ts\":2,\"values\":{\"t\":2}},{\"ts\":1,\"values\":{\"t\":1}},{\"ts\":3,\"values\":{}}]"));

        assertThat(store.writes())
                .singleElement()
                .extracting(TimeseriesWrite::points)
                .isEqualTo(List.of(point(1, 1), point(2, 2)));
    }

    @Test
    void takesTheTimeFromMetadataBeforeThatOfTheMessage() {
        NodeTester.run(
                everyMessage(),
                NodeTester.message("POST_TELEMETRY_REQUEST", "{\"t\":1}", "ts", "77"));

        assertThat(store.history(NodeTester.DEVICE.entity(), "t")).containsOnlyKeys(77L);
    }

    @Test
    void takesTheServersTimeWhereItIsToldTo() {
        RuleNode node = node("{\"useServerTs\":true,%s}".formatted(EVERY_MESSAGE));

        NodeTester.run(
                node,
                NodeTester.message(
                        "POST_TELEMETRY_REQUEST",
                        "[{\"t\":1},{\"ts\":5,\"values\":{\"t\":2}}]",
                        "ts",
                        "77"));

        assertThat(store.history(NodeTester.DEVICE.entity(), "t")).containsOnlyKeys(5L, NOW);
    }

    @Test
    void refusesMessagesOfOtherTypes() {
        RuleMessage message = NodeTester.message("POST_ATTRIBUTES_REQUEST", "{\"t\":1}");

        assertThat(NodeTester.run(everyMessage(), message))
                .isEqualTo(
                        new NodeResult.Failed(
                                message,
                                "the message must be of type POST_TELEMETRY_REQUEST, not POST_ATTRIBUTES_REQUEST"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ENTITY_VIEW", "API_USAGE_STATE"})
    void refusesOriginatorsThatKeepNoTimeSeries(EntityType type) {
        RuleMessage message =
                RuleMessage.of(
                        NodeTester.TENANT,
                        new EntityId(type, UUID.randomUUID()),
                        "POST_TELEMETRY_REQUEST",
                        Metadata.EMPTY,
                        Payload.ofText("{\"t\":1}"),
                        NodeTester.TS);

        assertThat(NodeTester.run(everyMessage(), message))
                .isEqualTo(
                        new NodeResult.Failed(
                                message,
                                "the originator must be an entity that keeps time series, not "
                                        + type));
        assertThat(store.writes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "[{}]",
                "{\"ts\":1,\"values\":{}}",
                "5",
                "",
                "{\"t\":null}",
                "{\"t\":1"
            })
    void failsWhereThereIsNothingToStore(String payload) {
        assertThat(NodeTester.run(everyMessage(), NodeTester.telemetry(payload)))
                .isInstanceOf(NodeResult.Failed.class);
        assertThat(store.writes()).isEmpty();
    }

    @Test
    void failsWhereMetadataSetsATimestampOutOfRange() {
        RuleMessage message =
                NodeTester.message(
                        "POST_TELEMETRY_REQUEST", "{\"t\":1}", "ts", "9223372036854775807");

        assertThat(NodeTester.run(everyMessage(), message))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed ->
                                assertThat(failed.error())
                                        .contains("year 9999", "got 9223372036854775807"));
        assertThat(store.writes()).isEmpty();
    }

    @Test
    void failsWhenTheStoreRefuses() {
        store.failWith(new StoreException("the key is too long"));
        RuleMessage message = NodeTester.telemetry("{\"t\":1}");

        assertThat(NodeTester.run(everyMessage(), message))
                .isEqualTo(new NodeResult.Failed(message, "the key is too long"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"60", "0", ""})
    void takesATimeToLiveThatIsANumberOfSeconds(String ttl) {
        RuleMessage message = NodeTester.message("POST_TELEMETRY_REQUEST", "{\"t\":1}", "TTL", ttl);

        assertThat(NodeTester.run(everyMessage(), message)).isEqualTo(NodeResult.success(message));
    }

    @ParameterizedTest
    @CsvSource({"60, 60", "0, 0", "'', 3600"})
    void passesTheTimeToLiveOfTheMessageOrElseItsOwnToTheStore(String ttl, long expected) {
        RuleNode node = node("{\"defaultTTL\":3600,%s}".formatted(EVERY_MESSAGE));

        NodeTester.run(node, NodeTester.message("POST_TELEMETRY_REQUEST", "{\"t\":1}", "TTL", ttl));

        assertThat(store.writes())
                .singleElement()
                .extracting(TimeseriesWrite::ttl)
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "1.5", "-1"})
    void refusesATimeToLiveThatIsNone(String ttl) {
        RuleMessage message = NodeTester.message("POST_TELEMETRY_REQUEST", "{\"t\":1}", "TTL", ttl);

        assertThat(NodeTester.run(everyMessage(), message))
                .isEqualTo(
                        new NodeResult.Failed(
                                message,
                                "metadata \"TTL\" must be a number of seconds, not \"%s\""
                                        .formatted(ttl)));
        assertThat(store.writes()).isEmpty();
    }

    @Test
    void refusesANegativeDefaultTimeToLive() {
        assertThatThrownBy(() -> node("{\"defaultTTL\":-1,%s}".formatted(EVERY_MESSAGE)))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("defaultTTL:");
    }

    @Test
    void storesNothingForWebSocketsAlone() {
        RuleMessage message = NodeTester.telemetry("{\"t\":1}");

        assertThat(
                        NodeTester.run(
                                node("{\"processingSettings\":{\"type\":\"WEBSOCKETS_ONLY\"}}"),
                                message))
                .isEqualTo(NodeResult.success(message));
        assertThat(store.writes()).isEmpty();
    }

    @Test
    void readsThePayloadForWebSocketsAloneToo() {
        RuleMessage message = NodeTester.telemetry("{}");

        assertThat(
                        NodeTester.run(
                                node("{\"processingSettings\":{\"type\":\"WEBSOCKETS_ONLY\"}}"),
                                message))
                .isEqualTo(new NodeResult.Failed(message, "the payload has no values to store"));
    }

    @ParameterizedTest
    @CsvSource({"ON_EVERY_MESSAGE,SKIP,true,false", "SKIP,ON_EVERY_MESSAGE,false,true"})
    void storesWhatTheAdvancedSettingsSay(
            String timeseries, String latest, boolean history, boolean last) {
        NodeTester.run(node(advanced(timeseries, latest)), NodeTester.telemetry("{\"t\":1}"));

        assertThat(store.writes())
                .singleElement()
                .satisfies(write -> {
                    assertThat(write.history()).isEqualTo(history);
                    assertThat(write.latest()).isEqualTo(last);
                });
    }

    @Test
    void doesNotReadThePayloadWhenEveryActionIsOff() {
        String nothing = advanced("SKIP", "SKIP").replace("ON_EVERY_MESSAGE", "SKIP");
        RuleMessage message = NodeTester.telemetry("not json");

        assertThat(NodeTester.run(node(nothing), message)).isEqualTo(NodeResult.success(message));
    }

    @ParameterizedTest
    @ValueSource(strings = {"timeseries", "latest", "webSockets", "calculatedFields"})
    void needsAStrategyForEachAction(String action) {
        String without =
                advanced("SKIP", "SKIP").replace("\"%s\"".formatted(action), "\"another\"");

        assertThatThrownBy(() -> node(without))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage(
                        "processingSettings.%s: must be a strategy, but is missing"
                                .formatted(action));
    }

    @Test
    void needsToKnowWhichMessagesAreStored() {
        assertThatThrownBy(() -> node("{\"defaultTTL\":0}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("processingSettings: must be set");
    }

    @Test
    void refusesAnIntervalOfNoLengthForAllActionsAndForEach() {
        String noLength = "{\"type\":\"DEDUPLICATE\",\"deduplicationIntervalSecs\":0}";

        for (String configuration :
                List.of(
                        "{\"processingSettings\":%s}".formatted(noLength),
                        advanced("SKIP", "SKIP").replace("{\"type\":\"SKIP\"}", noLength))) {
            assertThatThrownBy(() -> node(configuration))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageContaining(
                            "deduplicationIntervalSecs: must be from 1 to 86400 seconds");
        }
    }

    @Test
    void storesTheFirstMessageOfEachInterval() {
        RuleNode node =
                node(
                        "{\"processingSettings\":{\"type\":\"DEDUPLICATE\",\"deduplicationIntervalSecs\":10}}");
        for (String ts : List.of("0", "9999", "10000", "5000", "20000")) {
            RuleMessage message =
                    NodeTester.message("POST_TELEMETRY_REQUEST", "{\"t\":1}", "ts", ts);
            assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.success(message));
        }

        assertThat(store.history(NodeTester.DEVICE.entity(), "t"))
                .containsOnlyKeys(0L, 10_000L, 20_000L);
    }

    @Test
    void upgradesFromVersion0() {
        assertThat(upgraded("{\"defaultTTL\":5,\"skipLatestPersistence\":false}"))
                .isEqualTo(
                        "{\"defaultTTL\":5,\"processingSettings\":{\"type\":\"ON_EVERY_MESSAGE\"}}");
        for (String yes : List.of("true", "\"true\"")) {
            assertThat(upgraded("{\"skipLatestPersistence\":%s}".formatted(yes)))
                    .isEqualTo(advanced("ON_EVERY_MESSAGE", "SKIP"));
        }
    }

    private String upgraded(String configuration) {
        return NodeTester.upgraded(definition, configuration, 0).toString();
    }

    private static String advanced(String timeseries, String latest) {
        return "{\"processingSettings\":{\"type\":\"ADVANCED\",\"timeseries\":{\"type\":\"%s\"},\"latest\":{\"type\":\"%s\"},\"webSockets\":{\"type\":\"ON_EVERY_MESSAGE\"},\"calculatedFields\":{\"type\":\"ON_EVERY_MESSAGE\"}}}"
                .formatted(timeseries, latest);
    }

    private RuleNode everyMessage() {
        return node("{%s}".formatted(EVERY_MESSAGE));
    }

    private RuleNode node(String configuration) {
        return NodeTester.node(definition, configuration);
    }

    private static TimeseriesPoint point(long ts, long value) {
        return new TimeseriesPoint(ts, List.of(new KeyValue("t", new LongValue(value))));
    }
}
