// SPDX-License-Identifier: Apache-2.0
package org.example.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.testkit.Answer;
import io.millrace.testkit.NodeUnderTest;
import io.millrace.testkit.RecordingPorts;
import io.millrace.testkit.TestMessages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrateNodeTest {

    private final RecordingPorts ports = new RecordingPorts();
    private final NodeUnderTest node =
            NodeUnderTest.of(
                    CalibrateNode.definition(ports.attributes()),
                    """
                    {"key": "temperature", "attribute": "temperatureOffset", "decimals": 1}
                    """);

    @AfterEach
    void close() {
        node.close();
        ports.close();
    }

    @Test
    void addsTheDevicesOffset() {
        offset(new Value.DoubleValue(-0.75));

        Answer answer = node.send(TestMessages.telemetry("{\"temperature\":21.5}"));

        assertThat(answer.label()).isEqualTo("Calibrated");
        assertThat(answer.payload()).isEqualTo("{\"temperature\":20.8}");
    }

    @Test
    void takesAWholeOffsetAndKeepsTheOtherValues() {
        offset(new Value.LongValue(2));

        Answer answer =
                node.send(TestMessages.telemetry("{\"temperature\":20.25,\"humidity\":40}"));

        assertThat(answer.payload()).isEqualTo("{\"temperature\":22.3,\"humidity\":40}");
    }

    @Test
    void leavesTheMessageOfADeviceWithoutAnOffsetAsItIs() {
        Answer answer = node.send(TestMessages.telemetry("{\"temperature\":21.5}"));

        assertThat(answer.label()).isEqualTo("Not calibrated");
        assertThat(answer.payload()).isEqualTo("{\"temperature\":21.5}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "{\"temperature\":\"hot\"}", "{\"temperature\":null}"})
    void leavesAPayloadWithoutTheValueAsItIs(String payload) {
        offset(new Value.LongValue(2));

        Answer answer = node.send(TestMessages.telemetry(payload));

        assertThat(answer.label()).isEqualTo("Not calibrated");
        assertThat(answer.payload()).isEqualTo(payload);
    }

    @Test
    void failsWhereTheOffsetIsNoNumber() {
        offset(new Value.StringValue("two"));

        Answer answer = node.send(TestMessages.telemetry("{\"temperature\":21.5}"));

        assertThat(answer.label()).isEqualTo("Failure");
        assertThat(answer.error())
                .isEqualTo("attribute \"temperatureOffset\" must be a number, not two");
    }

    @Test
    void failsOnAPayloadThatIsNotJson() {
        assertThat(node.send(TestMessages.telemetry("21.5 degrees")).label()).isEqualTo("Failure");
    }

    @Test
    void failsWhenTheAttributesCannotBeRead() {
        ports.attributes().failWith(new IllegalStateException("no such luck"));

        Answer answer = node.send(TestMessages.telemetry("{\"temperature\":21.5}"));

        assertThat(answer.error()).isEqualTo("no such luck");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"key":" ","attribute":"a","decimals":1} | key: must not be blank, got " "
                    {"key":"k","decimals":1} | attribute: must not be blank, got null
                    {"key":"k","attribute":"a","decimals":10} | decimals: must be less than or equal to 9, got 10
                    {"key":"k","attribute":"a","decimals":"two"} | decimals: must be a number, not "two"
                    """)
    void refusesAConfigurationThatCannotWork(String configuration, String fault) {
        assertThatThrownBy(() ->
                        NodeUnderTest.of(
                                CalibrateNode.definition(ports.attributes()), configuration))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage(fault);
    }

    @Test
    void startsWithItsDefaults() {
        try (NodeUnderTest fresh = NodeUnderTest.of(CalibrateNode.definition(ports.attributes()))) {
            offset(new Value.DoubleValue(0.125));

            assertThat(fresh.send(TestMessages.telemetry("{\"temperature\":21}")).payload())
                    .isEqualTo("{\"temperature\":21.13}");
        }
    }

    private void offset(Value offset) {
        ports.attributes()
                .put(TestMessages.DEVICE, AttributeScope.SERVER_SCOPE, "temperatureOffset", offset);
    }
}
