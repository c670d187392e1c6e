// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class ConditionTest {

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    5     | =      | 5          | true
                    5.0   | =      | 5          | true
                    5.1   | =      | 5          | false
                    5     | !=     | 5          | false
                    6     | !=     | 5          | true
                    6     | >      | 5          | true
                    5     | >      | 5          | false
                    4     | <      | 5          | true
                    5     | <      | 5          | false
                    5     | >=     | 5          | true
                    4     | >=     | 5          | false
                    5     | <=     | 5          | true
                    6     | <=     | 5          | false
                    true  | =      | true       | true
                    true  | !=     | true       | false
                    false | !=     | true       | true
                    abc   | =      | 'abc'      | true
                    abc   | =      | 'ABC'      | false
                    abc   | !=     | 'abc'      | false
                    abc   | starts | 'ab'       | true
                    abc   | starts | 'bc'       | false
                    abc   | ends   | 'bc'       | true
                    abc   | ends   | 'ab'       | false
                    abc   | has    | 'b'        | true
                    abc   | has    | 'x'        | false
                    abc   | !has   | 'b'        | false
                    abc   | !has   | 'x'        | true
                    b     | in     | 'a, b ,c'  | true
                    x     | in     | 'a, b ,c'  | false
                    b     | !in    | 'a, b ,c'  | false
                    x     | !in    | 'a, b ,c'  | true
                    """)
    void comparesAValue(String left, String operation, String right, boolean expected) {
        DeviceAlarmState state =
                new DeviceAlarmState(RuleText.rules("MAJOR k %s %s".formatted(operation, right)));
        state.load(RuleKey.Type.TIME_SERIES, "k", SimulatedDevice.value(left));

        assertThat(holds(state, OwnerAttributes.NONE)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    a, b     | b   | true
                    'a', 'b' | b   | true
                    'a', b   | b   | true
                    'a', b   | 'a' | true
                    'a', b   | a   | false
                    ''       |     | true
                    """)
    void aListMayBeInQuotes(String list, String element, boolean expected) {
        assertThat(TextList.of(list).contains(element == null ? "" : element)).isEqualTo(expected);
    }

    @Test
    void quotesOfTwoKindsStay() {
        assertThat(TextList.of("'a', \"b\"")).containsExactly("'a'", "\"b\"");
        assertThat(TextList.of("\"a\", \"b\"")).containsExactly("a", "b");
    }

    @Test
    void theCaseOfTextsMayBeIgnored() {
        ValuePredicate.Text predicate =
                new ValuePredicate.Text(
                        ValuePredicate.TextOperation.EQUAL,
                        new Operand(new StringValue("AbC"), null),
                        true);

        assertThat(predicate.holds(new StringValue("aBc"), nothing(), false)).isTrue();
        assertThat(predicate.holds(new StringValue("abd"), nothing(), false)).isFalse();
    }

    @Test
    void joinsComparisonsOfOneValue() {
        ValuePredicate low = number(ValuePredicate.NumericOperation.GREATER, 1);
        ValuePredicate high = number(ValuePredicate.NumericOperation.LESS, 5);
        ValuePredicate both =
                new ValuePredicate.Complex(ValuePredicate.ComplexOperation.AND, List.of(low, high));
        ValuePredicate either =
                new ValuePredicate.Complex(ValuePredicate.ComplexOperation.OR, List.of(low, high));

        assertThat(both.holds(new LongValue(3), nothing(), false)).isTrue();
        assertThat(both.holds(new LongValue(9), nothing(), false)).isFalse();
        assertThat(either.holds(new LongValue(9), nothing(), false)).isTrue();
        assertThat(
                        new ValuePredicate.Complex(ValuePredicate.ComplexOperation.OR, List.of())
                                .holds(new LongValue(9), nothing(), false))
                .isFalse();
    }

    private static ValuePredicate number(ValuePredicate.NumericOperation operation, double right) {
        return new ValuePredicate.Numeric(operation, new Operand(new DoubleValue(right), null));
    }

    @Test
    void convertsStoredValues() {
        record Row(Value stored, String text, double number, boolean truth) {}
        List<Row> table =
                List.of(
                        new Row(new LongValue(7), "7", 7, true),
                        new Row(new LongValue(-7), "-7", -7, false),
                        new Row(new LongValue(0), "0", 0, false),
                        new Row(new DoubleValue(2.5), "2.5", 2.5, true),
                        new Row(new DoubleValue(1e20), "1.0E20", 1e20, true),
                        new Row(new DoubleValue(-0.5), "-0.5", -0.5, false),
                        new Row(new BooleanValue(true), "true", 1, true),
                        new Row(new BooleanValue(false), "false", 0, false),
                        new Row(new StringValue("12.5"), "12.5", 12.5, false),
                        new Row(new StringValue("TRUE"), "TRUE", Double.NaN, true),
                        new Row(new StringValue("x"), "x", Double.NaN, false),
                        new Row(new JsonValue("{\"a\":1}"), "{\"a\":1}", Double.NaN, false));

        assertThat(table)
                .allSatisfy(row -> {
                    assertThat(row.stored().asText()).isEqualTo(row.text());
                    assertThat(Conversions.number(row.stored()))
                            .isEqualTo(Double.valueOf(row.number()));
                    assertThat(Conversions.truth(row.stored())).isEqualTo(row.truth());
                });
        assertThat(Conversions.integer(new LongValue(7))).isEqualTo(7);
        assertThat(Conversions.integer(new DoubleValue(7.9))).isEqualTo(7);
        assertThat(Conversions.integer(new BooleanValue(true))).isEqualTo(1);
        assertThat(Conversions.integer(new StringValue("7"))).isEqualTo(7);
        assertThatThrownBy(() -> Conversions.integer(new StringValue("7.5")))
                .isInstanceOf(NumberFormatException.class);
    }

    @Test
    void aValueThatIsNoNumberIsNeitherEqualNorUnequal() {
        assertThat(holds("MAJOR k = 5", "abc")).isFalse();
        assertThat(holds("MAJOR k != 5", "abc")).isFalse();
    }

    @Test
    void aDefaultOfNullMakesAComparisonFalse() {
        assertThat(holds("MAJOR k != null", "5")).isFalse();
    }

    @ParameterizedTest(name = "device {0}, customer {1}, tenant {2}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    1 | 2 | 3 | 1
                    - | 2 | 3 | 2
                    - | - | 3 | 3
                    - | - | - | 9
                    """)
    void inheritsAMissingAttributeFromCustomerAndTenant(
            String device, String customer, String tenant, int expected) {
        DeviceAlarmState state = new DeviceAlarmState(RuleText.rules("MAJOR k = @@limit?9"));
        state.load(RuleKey.Type.TIME_SERIES, "k", new LongValue(expected));
        if (device != null) {
            state.load(RuleKey.Type.ATTRIBUTE, "limit", SimulatedDevice.value(device));
        }

        assertThat(holds(state, new OwnerAttributes(limit(customer), limit(tenant)))).isTrue();
    }

    @Test
    void doesNotInheritUnlessTheRuleSaysSo() {
        DeviceAlarmState state = new DeviceAlarmState(RuleText.rules("MAJOR k = @limit?9"));
        state.load(RuleKey.Type.TIME_SERIES, "k", new LongValue(9));

        assertThat(holds(state, new OwnerAttributes(limit("2"), limit("3")))).isTrue();
    }

    private static Map<String, Value> limit(String value) {
        return value == null ? Map.of() : Map.of("limit", SimulatedDevice.value(value));
    }

    @Test
    void comparesAConstantWithAnAttributeOnly() {
        DeviceAlarmState state =
                new DeviceAlarmState(
                        AlarmRules.parse(
                                JsonMapper.shared()
                                        .readTree(
                                                """
                                                [{"id": "a", "alarmType": "T", "createRules": {"MAJOR": {"condition": {"condition": [
                                                  {"key": {"type": "CONSTANT", "key": ""}, "valueType": "DATE_TIME", "value": 100,
                                                   "predicate": {"type": "NUMERIC", "operation": "GREATER",
                                                     "value": {"defaultValue": 5, "dynamicValue":
                                                       {"sourceType": "CURRENT_DEVICE", "sourceAttribute": "since"}}}}]}}}}]
                                                """)));

        assertThat(holds(state, OwnerAttributes.NONE)).as("the default does not count").isFalse();
        state.load(RuleKey.Type.ATTRIBUTE, "since", new LongValue(99));
        assertThat(holds(state, OwnerAttributes.NONE)).isTrue();
        state.load(RuleKey.Type.ATTRIBUTE, "since", new LongValue(100));
        assertThat(holds(state, OwnerAttributes.NONE)).isFalse();
    }

    @Test
    void aRequiredNumberMustBeANumber() {
        SimulatedDevice device = new SimulatedDevice(RuleText.rules("MAJOR t > 30 for @wait?60s"));

        assertThatThrownBy(() -> device.run("0s @wait=soon, 1s t=31"))
                .hasMessage(
                        "attribute \"wait\": an alarm rule requires a whole number, but it is \"soon\"");
    }

    @Test
    void detailsNameTheValuesOfTheCondition() {
        SimulatedDevice device =
                new SimulatedDevice(
                        RuleText.rules(
                                "MAJOR t > 30 & @mode != 'x' says '${t}° in ${mode}, ${other} ${'"));
        device.run("0s @mode=$1\\a${t}");

        List<AlarmDecision> decisions =
                device.evaluation()
                        .updated(
                                RuleKey.Type.TIME_SERIES,
                                List.of(new KeyValue("t", new DoubleValue(31.5))),
                                5);

        assertThat(decisions)
                .singleElement()
                .isInstanceOfSatisfying(
                        AlarmDecision.Raise.class,
                        raise ->
                                assertThat(
                                                JsonMapper.shared()
                                                        .readTree(raise.details())
                                                        .path("data")
                                                        .stringValue())
                                        .isEqualTo("31.5° in $1\\a${t}, ${other} ${"));
    }

    @Test
    void fieldsOfTheDeviceCanBeCompared() {
        DeviceAlarmState state =
                new DeviceAlarmState(RuleText.rules("MAJOR .label starts 'cellar'"));
        state.load(RuleKey.Type.ENTITY_FIELD, "label", new StringValue("cellar 2"));

        assertThat(holds(state, OwnerAttributes.NONE)).isTrue();
    }

    private static boolean holds(String rules, String value) {
        DeviceAlarmState state = new DeviceAlarmState(RuleText.rules(rules));
        state.load(RuleKey.Type.TIME_SERIES, "k", SimulatedDevice.value(value));
        return holds(state, OwnerAttributes.NONE);
    }

    private static boolean holds(DeviceAlarmState state, OwnerAttributes owners) {
        AlarmRule rule = state.rules().sets().getFirst().createRules().getFirst().rule();
        return rule.holds(new EvaluationContext(state, owners));
    }

    private static EvaluationContext nothing() {
        return new EvaluationContext(new DeviceAlarmState(AlarmRules.NONE), OwnerAttributes.NONE);
    }
}
