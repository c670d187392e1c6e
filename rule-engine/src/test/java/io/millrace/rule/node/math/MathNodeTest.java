// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.math;

import static io.millrace.message.telemetry.AttributeScope.SERVER_SCOPE;
import static io.millrace.message.telemetry.AttributeScope.SHARED_SCOPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.DeviceNotifications;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.rule.store.memory.InMemoryAttributeStore;
import io.millrace.rule.store.memory.InMemoryTimeseriesReads;
import io.millrace.rule.store.memory.InMemoryTimeseriesStore;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MathNodeTest {

    private static final long NOW = NodeTester.TS + 5_000;
    private static final String BODY_X = "{\"name\":\"x\",\"type\":\"MESSAGE_BODY\",\"key\":\"x\"}";
    private static final String BODY_Y = "{\"name\":\"y\",\"type\":\"MESSAGE_BODY\",\"key\":\"y\"}";
    private static final String TO_BODY =
            "\"type\":\"MESSAGE_BODY\",\"key\":\"r\",\"resultValuePrecision\":6";

    private final InMemoryAttributeStore attributes = new InMemoryAttributeStore();
    private final InMemoryTimeseriesStore series = new InMemoryTimeseriesStore();
    private final List<KeyValue> notified = new CopyOnWriteArrayList<>();
    private final NodeDefinition<?> definition =
            MathNode.definition(
                    new MathNode.Ports(
                            attributes,
                            new InMemoryTimeseriesReads(series),
                            series,
                            new Notified(),
                            Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC)));

    @ParameterizedTest
    @CsvSource({
        "ADD,7.5",
        "SUB,2.5",
        "MULT,12.5",
        "DIV,2.0",
        "ATAN2,1.107149",
        "HYPOT,5.59017",
        "FLOOR_DIV,2.0",
        "FLOOR_MOD,1.0",
        "MIN,2.5",
        "MAX,5.0",
        "POW,55.901699"
    })
    void calculatesWithTwoArguments(String operation, String result) {
        assertThat(body(run(operation, "{\"x\":5,\"y\":2.5}", TO_BODY, BODY_X, BODY_Y)))
                .isEqualTo("{\"x\":5,\"y\":2.5,\"r\":%s}".formatted(result));
    }

    @ParameterizedTest
    @CsvSource({
        "SIN,0.5,0.479426", "SINH,0.5,0.521095", "COS,0.5,0.877583", "COSH,0.5,1.127626",
        "TAN,0.5,0.546302", "TANH,0.5,0.462117", "ACOS,0.5,1.047198", "ASIN,0.5,0.523599",
        "ATAN,0.5,0.463648", "EXP,0.5,1.648721", "EXPM1,0.5,0.648721", "SQRT,16,4.0",
        "CBRT,27,3.0", "LOG,0.5,-0.693147", "LOG10,1000,3.0", "LOG1P,0.5,0.405465",
        "ABS,-0.5,0.5", "SIGNUM,-8,-1.0", "RAD,180,3.141593", "DEG,3.141592653589793,180.0"
    })
    void calculatesWithOneArgument(String operation, String argument, String result) {
        assertThat(body(run(operation, "{\"x\":%s}".formatted(argument), TO_BODY, BODY_X)))
                .isEqualTo("{\"x\":%s,\"r\":%s}".formatted(argument, result));
    }

    @ParameterizedTest
    @CsvSource({"CEIL,1.2,2", "FLOOR,-1.2,-2", "GET_EXP,8.5,3"})
    void hasIntegerResultsOfSomeOperationsWhateverThePrecision(
            String operation, String argument, String result) {
        assertThat(body(run(operation, "{\"x\":%s}".formatted(argument), TO_BODY, BODY_X)))
                .isEqualTo("{\"x\":%s,\"r\":%s}".formatted(argument, result));
    }

    @Test
    void convertsFahrenheitByDefault() {
        RuleNode node =
                NodeTester.node(
                        definition,
                        NodeCatalogue.of(List.of(definition)).defaultsOf(definition).toString());

        NodeResult result = NodeTester.run(node, NodeTester.telemetry("{\"temperature\":100}"));

        assertThat(body(result)).isEqualTo("{\"temperature\":100,\"temperatureCelsius\":37.78}");
    }

    @Test
    void calculatesACustomFunctionOfItsArgumentsByName() {
        NodeResult result =
                run(
                        "CUSTOM",
                        "{\"x\":5,\"y\":2.5}",
                        TO_BODY + "},\"customFunction\":\"2x + sqrt(y * 10)",
                        BODY_X,
                        BODY_Y);

        assertThat(body(result)).endsWith("\"r\":15.0}");
    }

    @ParameterizedTest
    @CsvSource({"0,2.999,2", "0,-2.999,-2", "1,2.25,2.3", "2,-2.345,-2.35", "3,2.0,2.0"})
    void roundsToThePrecisionAndCutsAnInteger(int precision, String argument, String result) {
        NodeResult leaving =
                run(
                        "ADD",
                        "{\"x\":%s,\"y\":0}".formatted(argument),
                        "\"type\":\"MESSAGE_BODY\",\"key\":\"r\",\"resultValuePrecision\":"
                                + precision,
                        BODY_X,
                        BODY_Y);

        assertThat(body(leaving)).endsWith("\"r\":%s}".formatted(result));
    }

    @Test
    void readsArgumentsOfTheMetadataAndConstants() {
        RuleMessage message = NodeTester.message("ANY", "not JSON", "factor", "1.5");

        NodeResult result =
                run(
                        "MULT",
                        message,
                        "\"type\":\"MESSAGE_METADATA\",\"key\":\"product\",\"resultValuePrecision\":1",
                        "{\"type\":\"MESSAGE_METADATA\",\"key\":\"factor\"}",
                        "{\"type\":\"CONSTANT\",\"key\":\"3\"}");

        assertThat(result)
                .isEqualTo(
                        NodeResult.success(
                                message.withMetadata(message.metadata().with("product", "4.5"))));
    }

    @Test
    void readsStoredValuesOfTheOriginatorByKeysOfTheMessage() {
        attribute(SERVER_SCOPE, "limit", new Value.StringValue("20"));
        attribute(SHARED_SCOPE, "limit", new Value.LongValue(4));
        point("temperature", new Value.DoubleValue(21.5));
        RuleMessage message = NodeTester.message("ANY", "{}", "of", "limit");

        NodeResult result =
                run(
                        "CUSTOM",
                        message,
                        TO_BODY + "},\"customFunction\":\"a * b + c",
                        "{\"name\":\"a\",\"type\":\"ATTRIBUTE\",\"key\":\"${of}\"}",
                        "{\"name\":\"b\",\"type\":\"ATTRIBUTE\",\"key\":\"${of}\",\"attributeScope\":\"SHARED_SCOPE\"}",
                        "{\"name\":\"c\",\"type\":\"TIME_SERIES\",\"key\":\"temperature\"}");

        assertThat(body(result)).isEqualTo("{\"r\":101.5}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"MESSAGE_BODY", "MESSAGE_METADATA", "ATTRIBUTE", "TIME_SERIES"})
    void usesTheDefaultOfAMissingArgument(String type) {
        NodeResult result =
                run(
                        "ABS",
                        "{\"blank\":\" \"}",
                        TO_BODY,
                        "{\"type\":\"%s\",\"key\":\"missing\",\"defaultValue\":-7}"
                                .formatted(type));

        assertThat(body(result)).endsWith("\"r\":7.0}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"MESSAGE_BODY", "MESSAGE_METADATA", "ATTRIBUTE", "TIME_SERIES"})
    void failsIfAnArgumentWithoutADefaultIsMissing(String type) {
        NodeResult result =
                run("ABS", "{}", TO_BODY, "{\"type\":\"%s\",\"key\":\"missing\"}".formatted(type));

        assertThat(failure(result)).isEqualTo("missing: must be a number, but is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\" \""})
    void countsNullAndBlankAsMissing(String value) {
        assertThat(failure(run("ABS", "{\"x\":%s}".formatted(value), TO_BODY, BODY_X)))
                .isEqualTo("x: must be a number, but is missing");
    }

    @Test
    void readsANumberInAString() {
        assertThat(body(run("ABS", "{\"x\":\"-2.5\"}", TO_BODY, BODY_X))).endsWith("\"r\":2.5}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "{}", "[1]", "\"warm\""})
    void failsForAnArgumentThatIsNoNumber(String value) {
        assertThat(failure(run("ABS", "{\"x\":%s}".formatted(value), TO_BODY, BODY_X)))
                .startsWith("x: must be a number, not ");
    }

    @Test
    void failsForAStoredValueThatIsNoNumber() {
        attribute(SERVER_SCOPE, "x", new Value.BooleanValue(true));

        assertThat(failure(run("ABS", "{}", TO_BODY, "{\"type\":\"ATTRIBUTE\",\"key\":\"x\"}")))
                .isEqualTo("x: must be a number, not true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1]", "5", "not JSON"})
    void failsForAPayloadThatIsNoObjectIfItUsesIt(String payload) {
        assertThat(run("ABS", payload, TO_BODY, "{\"type\":\"CONSTANT\",\"key\":\"1\"}"))
                .isInstanceOf(NodeResult.Failed.class);
    }

    @ParameterizedTest
    @CsvSource({"SQRT,-1", "LOG,0", "ACOS,2"})
    void failsIfThereIsNoFiniteResult(String operation, String argument) {
        assertThat(failure(run(operation, "{\"x\":%s}".formatted(argument), TO_BODY, BODY_X)))
                .startsWith("the result is no finite number");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DIV", "FLOOR_DIV", "FLOOR_MOD"})
    void failsForADivisionByZero(String operation) {
        assertThat(run(operation, "{\"x\":1,\"y\":0}", TO_BODY, BODY_X, BODY_Y))
                .isInstanceOf(NodeResult.Failed.class);
    }

    @Test
    void storesTheResultAsAnAttribute() {
        RuleMessage message = NodeTester.telemetry("{\"x\":-2.5}");

        assertThat(
                        run(
                                "ABS",
                                message,
                                "\"type\":\"ATTRIBUTE\",\"key\":\"total\",\"resultValuePrecision\":1",
                                BODY_X))
                .isEqualTo(NodeResult.success(message));
        assertThat(attributes.saves())
                .containsExactly(
                        new InMemoryAttributeStore.Save(
                                NodeTester.DEVICE.entity(),
                                SERVER_SCOPE,
                                List.of(new KeyValue("total", new Value.DoubleValue(2.5))),
                                NOW));
        assertThat(notified).isEmpty();
    }

    @Test
    void notifiesTheDeviceOfASharedAttribute() {
        run(
                "ABS",
                "{\"x\":-2.5}",
                "\"type\":\"ATTRIBUTE\",\"key\":\"total\",\"attributeScope\":\"SHARED_SCOPE\"",
                BODY_X);

        assertThat(notified).containsExactly(new KeyValue("total", new Value.LongValue(2)));
    }

    @Test
    void storesTheResultAsATimeSeriesWithAllDecimals() {
        run(
                "DIV",
                "{\"x\":1,\"y\":3}",
                "\"type\":\"TIME_SERIES\",\"key\":\"share\",\"resultValuePrecision\":2",
                BODY_X,
                BODY_Y);

        assertThat(series.writes())
                .extracting(TimeseriesWrite::points)
                .containsExactly(
                        List.of(
                                new TimeseriesPoint(
                                        NOW,
                                        List.of(
                                                new KeyValue(
                                                        "share",
                                                        new Value.DoubleValue(1.0 / 3))))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ATTRIBUTE", "TIME_SERIES"})
    void putsAStoredResultIntoTheMessageTooIfConfigured(String type) {
        NodeResult result =
                run(
                        "ABS",
                        NodeTester.message("ANY", "{\"x\":-2.55}", "key", "total"),
                        """
                        "type":"%s","key":"${key}","resultValuePrecision":1,"addToBody":true,"addToMetadata":true\
                        """
                                .formatted(type),
                        BODY_X);

        assertThat(body(result)).isEqualTo("{\"x\":-2.55,\"total\":2.6}");
        assertThat(((NodeResult.Next) result).message().metadata().get("total")).isEqualTo("2.6");
    }

    @Test
    void replacesAFieldOfThePayload() {
        assertThat(
                        body(
                                run(
                                        "ABS",
                                        "{\"x\":-1,\"z\":0}",
                                        "\"type\":\"MESSAGE_BODY\",\"key\":\"x\"",
                                        BODY_X)))
                .isEqualTo("{\"x\":1,\"z\":0}");
    }

    @Test
    void seesTheStoredResultOfTheMessageBeforeInAllNodes() {
        RuleNode one = counter();
        RuleNode other = counter();
        RuleMessage message = NodeTester.telemetry("{}");

        for (int i = 0; i < 10; i++) {
            NodeTester.run(i % 2 == 0 ? one : other, message);
        }

        assertThat(attributes.saves().getLast().attributes())
                .containsExactly(new KeyValue("count", new Value.LongValue(10)));
    }

    private RuleNode counter() {
        return node(
                "ADD",
                "\"type\":\"ATTRIBUTE\",\"key\":\"count\"",
                "{\"type\":\"ATTRIBUTE\",\"key\":\"count\",\"defaultValue\":0}",
                "{\"type\":\"CONSTANT\",\"key\":\"1\"}");
    }

    @Test
    void doesNothingForAnAttemptThatIsOver() throws Exception {
        NodeCall over = NodeCall.wantedWhile(() -> false);
        RuleMessage message = NodeTester.telemetry("{}");

        assertThat(NodeTester.settle(counter().process(message, over), message))
                .isInstanceOf(NodeResult.Failed.class);
        assertThat(attributes.saves()).isEmpty();
    }

    @Test
    void failsWhereTheStoreDoes() {
        attributes.failWith(new StoreException("refused"));

        assertThat(failure(NodeTester.run(counter(), NodeTester.telemetry("{}"))))
                .isEqualTo("refused");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    "operation":"ADD","arguments":[#x] | arguments: ADD has 2, not 1
                    "operation":"SIN","arguments":[#x,#y] | arguments: SIN has 1, not 2
                    "operation":"CUSTOM","arguments":[#x] | customFunction: must not be blank
                    "operation":"CUSTOM","arguments":[#x],"customFunction":"x +" | customFunction: position 4: there must be a number, a variable, a function or a bracket, not the end
                    "operation":"CUSTOM","arguments":[#x,#x],"customFunction":"x" | arguments[1].name: "x" is the name of a function or of another argument
                    "operation":"ABS","arguments":[{"type":"CONSTANT","key":"many"}] | arguments[0].key: must be a number, not "many"
                    """)
    void saysWhatOfAConfigurationCannotWork(String fields, String fault) {
        String configuration =
                "{%s,\"result\":{%s}}"
                        .formatted(fields.replace("#x", BODY_X).replace("#y", BODY_Y), TO_BODY);

        assertThatThrownBy(() -> NodeTester.node(definition, configuration))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage(fault);
    }

    @Test
    void refusesALongCustomFunction() {
        assertThatThrownBy(() ->
                        run(
                                "CUSTOM",
                                "{}",
                                TO_BODY + "},\"customFunction\":\"" + "1+".repeat(128) + "1",
                                BODY_X))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("customFunction: must have at most 256 characters, not 257");
    }

    private NodeResult run(String operation, String json, String result, String... arguments) {
        return run(operation, NodeTester.telemetry(json), result, arguments);
    }

    private NodeResult run(
            String operation, RuleMessage message, String result, String... arguments) {
        return NodeTester.run(node(operation, result, arguments), message);
    }

    /** The result may go on with further fields: it is closed by a brace, or by a quotation mark of the last field. */
    private RuleNode node(String operation, String result, String... arguments) {
        String end = result.contains("customFunction") ? "\"}" : "}}";
        return NodeTester.node(
                definition,
                "{\"operation\":\"%s\",\"arguments\":[%s],\"result\":{%s%s"
                        .formatted(operation, String.join(",", arguments), result, end));
    }

    private static String body(NodeResult result) {
        return ((NodeResult.Next) result).message().payload().text();
    }

    private static String failure(NodeResult result) {
        return ((NodeResult.Failed) result).error();
    }

    private void attribute(AttributeScope scope, String key, Value value) {
        attributes.save(
                NodeTester.TENANT,
                NodeTester.DEVICE.entity(),
                scope,
                List.of(new KeyValue(key, value)),
                NodeTester.TS);
    }

    private void point(String key, Value value) {
        series.save(
                new TimeseriesWrite(
                        NodeTester.TENANT,
                        NodeTester.DEVICE.entity(),
                        List.of(
                                new TimeseriesPoint(
                                        NodeTester.TS, List.of(new KeyValue(key, value)))),
                        true,
                        true));
    }

    private final class Notified implements DeviceNotifications {

        @Override
        public void attributesSaved(TenantId tenant, DeviceId device, List<KeyValue> attributes) {
            notified.addAll(attributes);
        }

        @Override
        public void attributesDeleted(TenantId tenant, DeviceId device, Collection<String> keys) {}
    }
}
