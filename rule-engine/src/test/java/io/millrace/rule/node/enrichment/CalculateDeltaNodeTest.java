// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import static io.millrace.rule.node.NodeTester.DEVICE;
import static io.millrace.rule.node.NodeTester.TS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CalculateDeltaNodeTest {

    private final EnrichmentFixture stores = new EnrichmentFixture();
    private final AtomicLong nanos = new AtomicLong();
    private final NodeDefinition<?> definition =
            CalculateDeltaNode.definition(stores.timeseries, nanos::get);

    @Test
    void hasThingsBoardsDefaults() {
        assertThat(EnrichmentFixture.defaults(definition))
                .isEqualTo(
                        "{\"inputValueKey\":\"pulseCounter\",\"outputValueKey\":\"delta\",\"useCache\":true,"
                                + "\"addPeriodBetweenMsgs\":false,\"periodValueKey\":\"periodInMs\",\"round\":null,"
                                + "\"tellFailureIfDeltaIsNegative\":true,\"excludeZeroDeltas\":false}");
    }

    @Test
    void addsTheDifferenceToTheReadingBefore() {
        RuleNode node = node("\"useCache\":true");
        run(node, "{\"c\":5}");

        RuleMessage message =
                NodeTester.message("POST_TELEMETRY_REQUEST", "{ \"c\": 7, \"x\": 1 }", "k", "v");
        RuleMessage enriched = EnrichmentFixture.success(NodeTester.run(node, message));

        assertThat(enriched.payload().text()).isEqualTo("{\"c\":7,\"x\":1,\"delta\":2}");
        assertThat(enriched.metadata()).isSameAs(message.metadata());
        assertThat(enriched.id()).isEqualTo(message.id());
    }

    @Test
    void addsNoDifferenceToTheFirstReading() {
        assertThat(deltaOf(run(node("\"useCache\":true"), "{\"c\":5}"))).isEqualTo("0");
        assertThat(deltaOf(run(node("\"useCache\":false"), "{\"c\":5}"))).isEqualTo("0");
    }

    @ParameterizedTest
    @MethodSource("storedValues")
    void comparesWithTheLatestTelemetry(Value stored, String delta) {
        stores.telemetry(DEVICE.entity(), TS - 10, "c", stored);

        assertThat(deltaOf(run(node("\"useCache\":true"), "{\"c\":10}"))).isEqualTo(delta);
        assertThat(deltaOf(run(node("\"useCache\":false"), "{\"c\":10}"))).isEqualTo(delta);
    }

    static Stream<Arguments> storedValues() {
        return Stream.of(
                Arguments.of(new LongValue(4), "6"),
                Arguments.of(new DoubleValue(4.5), "5.5"),
                Arguments.of(new StringValue("4.5"), "5.5"),
                Arguments.of(new StringValue(" 4 "), "6"));
    }

    @ParameterizedTest
    @MethodSource("valuesThatAreNoNumbers")
    void failsWhereTheLatestTelemetryIsNoNumber(Value stored) {
        stores.telemetry(DEVICE.entity(), TS - 10, "c", stored);
        RuleMessage message = NodeTester.telemetry("{\"c\":10}");

        assertThat(
                        EnrichmentFixture.error(
                                NodeTester.run(node("\"useCache\":true"), message), message))
                .startsWith("the latest \"c\" must be a number, not");
    }

    static Stream<Value> valuesThatAreNoNumbers() {
        return Stream.of(
                new StringValue("many"),
                new StringValue(""),
                new BooleanValue(true),
                new JsonValue("[1]"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    12       | 2
                    12.5     | 2.5
                    "12"     | 2
                    "12.5"   | 2.5
                    "1.2e1"  | 2
                    "many"   | -10
                    "NaN"    | -10
                    ""       | -10
                    null     | -10
                    {"a":1}  | -10
                    [12]     | -10
                    true     | -9
                    false    | -10
                    1e400    | -10
                    """)
    void readsReadingsLeniently(String reading, String delta) {
        stores.telemetry(DEVICE.entity(), TS - 10, "c", new LongValue(10));
        RuleNode node = node("\"tellFailureIfDeltaIsNegative\":false");

        assertThat(deltaOf(run(node, "{\"c\":%s}".formatted(reading)))).isEqualTo(delta);
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.3, null, 0.19999999999999998",
        "0.1, 0.3, 2, 0.2",
        "0, 1.005, 2, 1.01",
        "0, 2.5, 0, 3",
        "0, -2.5, 0, -3",
        "0, 1.5, 5, 1.5",
        "0, 1e300, null, 1.0E300",
        "0, 9007199254740993, null, 9007199254740992",
        "0, 9223372036854775808, null, 9.223372036854776E18"
    })
    void roundsHalfAwayFromZero(String before, String now, String round, String delta) {
        RuleNode node = node("\"useCache\":true,\"round\":" + round);
        run(node, "{\"c\":%s}".formatted(before));

        assertThat(deltaOf(run(node, "{\"c\":%s}".formatted(now)))).isEqualTo(delta);
    }

    @Test
    void addsThePeriodByTheTimesOfTheReadings() {
        RuleNode node =
                node("\"useCache\":true,\"addPeriodBetweenMsgs\":true,\"periodValueKey\":\"p\"");

        assertThat(run(node, "{\"c\":5}", "ts", "1000").payload().text())
                .isEqualTo("{\"c\":5,\"delta\":0,\"p\":0}");
        assertThat(run(node, "{\"c\":6}", "ts", "1700").payload().text())
                .isEqualTo("{\"c\":6,\"delta\":1,\"p\":700}");
        assertThat(run(node, "{\"c\":8}", "ts", "1500").payload().text())
                .isEqualTo("{\"c\":8,\"delta\":2,\"p\":-200}");
    }

    @Test
    void addsThePeriodSinceTheLatestTelemetry() {
        stores.telemetry(DEVICE.entity(), TS - 10, "c", new LongValue(4));
        RuleNode node =
                node("\"useCache\":false,\"addPeriodBetweenMsgs\":true,\"periodValueKey\":\"p\"");

        assertThat(run(node, "{\"c\":5}").payload().text())
                .isEqualTo("{\"c\":5,\"delta\":1,\"p\":10}");
    }

    @Test
    void failsForALowerReadingAndComparesTheNextWithIt() {
        RuleNode node = node("\"useCache\":true,\"tellFailureIfDeltaIsNegative\":true");
        run(node, "{\"c\":5}");
        RuleMessage lower = NodeTester.telemetry("{\"c\":3}");

        assertThat(EnrichmentFixture.error(NodeTester.run(node, lower), lower))
                .isEqualTo("the delta is negative: -2.0");
        assertThat(deltaOf(run(node, "{\"c\":4}"))).isEqualTo("1");
    }

    @ParameterizedTest
    @CsvSource({"5, null", "5.001, 2"})
    void passesTheSameReadingAsItIsWhereItIsToldTo(String reading, String round) {
        RuleNode node = node("\"useCache\":true,\"excludeZeroDeltas\":true,\"round\":" + round);
        RuleMessage first = NodeTester.telemetry("{\"c\":5}");
        RuleMessage same = NodeTester.telemetry("{\"c\":%s}".formatted(reading));

        assertThat(EnrichmentFixture.success(NodeTester.run(node, first))).isSameAs(first);
        assertThat(EnrichmentFixture.success(NodeTester.run(node, same))).isSameAs(same);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "[]", "[{\"c\":1}]", "5", "null", "{\"d\":1}"})
    void sendsWhatHasNoReadingToOther(String payload) {
        RuleMessage message = NodeTester.telemetry(payload);

        assertThat(NodeTester.run(node("\"useCache\":true"), message))
                .isEqualTo(NodeResult.to("Other", message));
    }

    @Test
    void sendsMessagesOfOtherTypesToOther() {
        RuleMessage message = NodeTester.message("POST_ATTRIBUTES_REQUEST", "{\"c\":1}");

        assertThat(NodeTester.run(node("\"useCache\":true"), message))
                .isEqualTo(NodeResult.to("Other", message));
    }

    @Test
    void failsForAPayloadThatIsNoJson() {
        RuleMessage message = NodeTester.telemetry("{");

        assertThat(
                        EnrichmentFixture.error(
                                NodeTester.run(node("\"useCache\":true"), message), message))
                .startsWith("the payload is not JSON");
    }

    @Test
    void failsWhereTheReadFailsAndGoesOnAfterwards() {
        RuleNode node = node("\"useCache\":true");
        stores.timeseries.failWith(new StoreException("refused"));
        RuleMessage message = NodeTester.telemetry("{\"c\":1}");
        assertThat(EnrichmentFixture.error(NodeTester.run(node, message), message))
                .isEqualTo("refused");

        stores.timeseries.failWith(null);

        assertThat(deltaOf(run(node, "{\"c\":1}"))).isEqualTo("0");
    }

    @Test
    void failsForADifferenceThatNoNumberHolds() {
        RuleNode node = node("\"useCache\":true");
        run(node, "{\"c\":-1.7e308}");
        RuleMessage message = NodeTester.telemetry("{\"c\":1.7e308}");

        assertThat(EnrichmentFixture.error(NodeTester.run(node, message), message))
                .isEqualTo("the delta is too great");
    }

    @Test
    void keepsOriginatorsApart() {
        RuleNode node = node("\"useCache\":true");
        run(node, "{\"c\":5}");
        RuleMessage other =
                EnrichmentFixture.from(stores.newEntity(EntityType.DEVICE), "{\"c\":9}");

        assertThat(deltaOf(EnrichmentFixture.success(NodeTester.run(node, other)))).isEqualTo("0");
    }

    @Test
    void readsTheLatestTelemetryAgainWhenWhatItRemembersHasGrownOld() {
        RuleNode node = node("\"useCache\":true");
        run(node, "{\"c\":5}");
        stores.telemetry(DEVICE.entity(), TS, "c", new LongValue(8));

        nanos.addAndGet(Duration.ofSeconds(29).toNanos());
        assertThat(deltaOf(run(node, "{\"c\":6}"))).isEqualTo("1");
        nanos.addAndGet(Duration.ofSeconds(30).toNanos());
        assertThat(deltaOf(run(node, "{\"c\":10}"))).isEqualTo("2");
    }

    @Test
    void remembersNothingWhereItMustNot() {
        RuleNode node = node("\"useCache\":false");
        run(node, "{\"c\":5}");
        stores.telemetry(DEVICE.entity(), TS, "c", new LongValue(8));

        assertThat(deltaOf(run(node, "{\"c\":10}"))).isEqualTo("2");
    }

    @Test
    void comparesEachMessageWithTheOneBeforeThoughThatStillWaits() throws Exception {
        LateReads late = new LateReads();
        RuleNode node =
                NodeTester.node(
                        CalculateDeltaNode.definition(late, nanos::get),
                        configuration("\"useCache\":true"));
        NodeResult first = node.process(NodeTester.telemetry("{\"c\":5}"));
        NodeResult second = node.process(NodeTester.telemetry("{\"c\":7}"));
        assertThat(late.answers).hasSize(1);

        late.answers.getFirst().complete(Map.of());

        assertThat(settled(first)).isEqualTo("0");
        assertThat(settled(second)).isEqualTo("2");
        assertThat(late.answers).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"outputValueKey":"d"}                                                                | inputValueKey:
                    {"inputValueKey":" ","outputValueKey":"d"}                                            | inputValueKey:
                    {"inputValueKey":"c"}                                                                 | outputValueKey:
                    {"inputValueKey":"c","outputValueKey":""}                                             | outputValueKey:
                    {"inputValueKey":"c","outputValueKey":"d","addPeriodBetweenMsgs":true}                | periodValueKey:
                    {"inputValueKey":"c","outputValueKey":"d","addPeriodBetweenMsgs":true,"periodValueKey":" "} | periodValueKey:
                    {"inputValueKey":"c","outputValueKey":"d","round":-1}                                 | round:
                    """)
    void refusesWhatCannotWork(String configuration, String field) {
        assertThatThrownBy(() -> NodeTester.node(definition, configuration))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith(field);
    }

    @Test
    void needsNoKeyForAPeriodThatItDoesNotAdd() {
        RuleNode node = node("\"addPeriodBetweenMsgs\":false,\"periodValueKey\":\"\"");

        assertThat(run(node, "{\"c\":1}").payload().text()).isEqualTo("{\"c\":1,\"delta\":0}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"round":2}                | {"round":2,"excludeZeroDeltas":false}
                    {"excludeZeroDeltas":true} | {"excludeZeroDeltas":true}
                    """)
    void upgradesFromVersion0(String older, String current) {
        assertThat(NodeTester.upgraded(definition, older, 0)).hasToString(current);
    }

    private RuleNode node(String properties) {
        return NodeTester.node(definition, configuration(properties));
    }

    private static String configuration(String properties) {
        return "{\"inputValueKey\":\"c\",\"outputValueKey\":\"delta\",%s}".formatted(properties);
    }

    private static RuleMessage run(RuleNode node, String payload, String... metadata) {
        return EnrichmentFixture.success(
                NodeTester.run(
                        node, NodeTester.message("POST_TELEMETRY_REQUEST", payload, metadata)));
    }

    private static String deltaOf(RuleMessage message) {
        return message.payload().json().path("delta").toString();
    }

    private static String settled(NodeResult result) {
        assertThat(((NodeResult.Later) result).answer().toCompletableFuture()).isCompleted();
        return deltaOf(
                EnrichmentFixture.success(NodeTester.settle(result, NodeTester.telemetry("{}"))));
    }

    /** Answers when the test lets it. */
    private static final class LateReads implements TimeseriesReads {

        private final List<CompletableFuture<Map<String, TimedValue>>> answers = new ArrayList<>();

        @Override
        public CompletionStage<Map<String, TimedValue>> latest(
                TenantId tenant, EntityId entity, Collection<String> keys) {
            CompletableFuture<Map<String, TimedValue>> answer = new CompletableFuture<>();
            answers.add(answer);
            return answer;
        }

        @Override
        public CompletionStage<Map<String, List<TimedValue>>> range(
                TenantId tenant, EntityId entity, Range range) {
            throw new UnsupportedOperationException();
        }
    }
}
