// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.AlarmId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.alarm.AlarmFixture;
import io.millrace.rule.alarm.AlarmStatus;
import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.memory.InMemoryAlarmStore;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AlarmStatusFilterNodeTest {

    private final InMemoryAlarmStore alarms = new InMemoryAlarmStore();
    private final NodeDefinition<?> definition = AlarmStatusFilterNode.definition(alarms);
    private final AlarmId id = new AlarmId(TimeOrderedUuid.next());
    private final RuleMessage message = alarmMessage(id);

    @ParameterizedTest
    @EnumSource
    void acceptsActiveAlarmsByDefault(AlarmStatus status) {
        put(status);
        boolean active = status == AlarmStatus.ACTIVE_ACK || status == AlarmStatus.ACTIVE_UNACK;

        assertThat(
                        NodeTester.run(
                                NodeTester.node(
                                        definition,
                                        NodeCatalogue.of(List.of(definition))
                                                .defaultsOf(definition)
                                                .toString()),
                                message))
                .isEqualTo(NodeResult.to(active ? "True" : "False", message));
    }

    @ParameterizedTest
    @CsvSource({"CLEARED_ACK,True", "CLEARED_UNACK,False", "ACTIVE_ACK,False"})
    void acceptsTheChosenStates(AlarmStatus status, String label) {
        put(status);

        assertThat(NodeTester.run(node("[\"CLEARED_ACK\"]"), message))
                .isEqualTo(NodeResult.to(label, message));
    }

    @ParameterizedTest
    @EnumSource
    void acceptsNothingWhereNoStateIsChosen(AlarmStatus status) {
        put(status);

        assertThat(NodeTester.run(node("[]"), message)).isEqualTo(NodeResult.to("False", message));
    }

    @Test
    void asksForTheStateAsItIsNowAndNotAsThePayloadSays() {
        put(AlarmStatus.CLEARED_ACK);
        RuleMessage stale =
                NodeTester.message(
                        "ALARM",
                        "{\"id\":{\"entityType\":\"ALARM\",\"id\":\"%s\"},\"status\":\"ACTIVE_ACK\",\"other\":[1]}"
                                .formatted(id));

        assertThat(NodeTester.run(node("[\"ACTIVE_ACK\"]"), stale))
                .isEqualTo(NodeResult.to("False", stale));
    }

    @Test
    void failsForAnAlarmThatDoesNotExist() {
        assertThat(NodeTester.run(node("[]"), message))
                .isEqualTo(new NodeResult.Failed(message, "Alarm %s does not exist".formatted(id)));
    }

    @Test
    void failsForAnAlarmOfAnotherTenant() {
        alarms.put(
                AlarmFixture.alarm(
                        new TenantId(TimeOrderedUuid.next()),
                        id,
                        NodeTester.DEVICE.entity(),
                        AlarmStatus.ACTIVE_ACK));

        assertThat(NodeTester.run(node("[]"), message)).isInstanceOf(NodeResult.Failed.class);
    }

    @Test
    void failsWhereTheStoreDoes() {
        alarms.failWith(new StoreException("refused"));

        assertThat(NodeTester.run(node("[]"), message))
                .isEqualTo(new NodeResult.Failed(message, "refused"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    null
                    []
                    {}
                    {"id":null}
                    {"id":"6f2c3c1e-0000-4000-8000-000000000001"}
                    {"id":{"entityType":"ALARM"}}
                    {"id":{"entityType":"ALARM","id":null}}
                    {"id":{"entityType":"ALARM","id":"x"}}
                    {"id":{"entityType":"ALARM","id":{}}}
                    {"id":{"id":"6f2c3c1e-0000-4000-8000-000000000001"}}
                    {"id":{"entityType":"DEVICE","id":"6f2c3c1e-0000-4000-8000-000000000001"}}
                    """)
    void failsForAPayloadThatNamesNoAlarm(String payload) {
        RuleMessage other = NodeTester.message("ALARM", payload);

        assertThat(NodeTester.run(node("[]"), other))
                .isEqualTo(
                        new NodeResult.Failed(
                                other,
                                "id: must be the id of an alarm in the payload, not " + payload));
    }

    @ParameterizedTest
    @CsvSource({"''", "{"})
    void failsForAPayloadThatIsNoJson(String payload) {
        assertThat(NodeTester.run(node("[]"), NodeTester.message("ALARM", payload)))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed ->
                                assertThat(failed.error()).startsWith("the payload is not JSON: "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    null      | alarmStatusList: must not be null, got null
                    [null]    | alarmStatusList[0]: must be one of ACTIVE_UNACK, ACTIVE_ACK, CLEARED_UNACK, CLEARED_ACK
                    ["GONE"]  | alarmStatusList[0]: "GONE" is not one of ACTIVE_UNACK, ACTIVE_ACK, CLEARED_UNACK, CLEARED_ACK
                    """)
    void needsAListOfStates(String list, String reason) {
        assertThatThrownBy(() -> node(list))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage(reason);
    }

    private void put(AlarmStatus status) {
        alarms.put(AlarmFixture.alarm(id, NodeTester.DEVICE.entity(), status));
    }

    private RuleNode node(String states) {
        return NodeTester.node(definition, "{\"alarmStatusList\":%s}".formatted(states));
    }

    private static RuleMessage alarmMessage(AlarmId id) {
        return NodeTester.message(
                "ALARM", "{\"id\":{\"entityType\":\"ALARM\",\"id\":\"%s\"}}".formatted(id));
    }
}
