// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmDraft;
import io.millrace.rule.alarm.AlarmPropagation;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.rule.alarm.AlarmStatus;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.script.ScriptException;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ClearAlarmNodeTest {

    private final AlarmNodes test = new AlarmNodes();
    private final RuleNode node =
            NodeTester.node(
                    ClearAlarmNode.definition(test.ports),
                    """
                    {"alarmType": "High ${what}", "scriptLang": "TBEL", "alarmDetailsBuildTbel": "x"}
                    """);
    private final RuleMessage message = NodeTester.message("X", "{}", "what", "temperature");

    private Alarm active(EntityId originator) {
        return test.alarms
                .raise(
                        NodeTester.TENANT,
                        new AlarmDraft(
                                originator,
                                "High temperature",
                                AlarmSeverity.MAJOR,
                                1,
                                2,
                                "{\"a\":1}",
                                AlarmPropagation.NONE),
                        3,
                        null)
                .toCompletableFuture()
                .join()
                .alarm();
    }

    @Test
    void clearsTheActiveAlarmOfTheTypeAndSendsItsEvent() {
        active(message.originator());
        test.answer = JsonMapper.shared().readTree("{\"b\": 2}");

        NodeResult.Next next = (NodeResult.Next) NodeTester.run(node, message);

        Alarm cleared = test.alarms.all().getFirst();
        assertThat(cleared.status()).isEqualTo(AlarmStatus.CLEARED_UNACK);
        assertThat(cleared.clearTs()).isEqualTo(AlarmNodes.NOW);
        assertThat(cleared.details()).isEqualTo("{\"b\":2}");
        assertThat(next.labels()).containsExactly("Cleared");
        assertThat(next.message().type()).isEqualTo("ALARM");
        assertThat(next.message().metadata().get("isClearedAlarm")).isEqualTo("true");
        assertThat(next.message().payload().json().path("status").asString())
                .isEqualTo("CLEARED_UNACK");
        assertThat(test.scripted)
                .extracting(each -> each.metadata().get("prevAlarmDetails"))
                .containsExactly("{\"a\":1}");
        assertThat(test.submitted)
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.type()).isEqualTo("ALARM_CLEAR");
                    assertThat(event.originator()).isEqualTo(message.originator());
                });
    }

    @Test
    void clearsTheAlarmThatIsTheOriginator() {
        Alarm alarm = active(NodeTester.DEVICE.entity());
        RuleMessage ofAlarm = message.withOriginator(alarm.id().entity());

        NodeResult.Next next = (NodeResult.Next) NodeTester.run(node, ofAlarm);

        assertThat(next.labels()).containsExactly("Cleared");
        assertThat(next.message().originator()).isEqualTo(alarm.id().entity());
        assertThat(test.submitted)
                .extracting(RuleMessage::originator)
                .containsExactly(NodeTester.DEVICE.entity());
    }

    @Test
    void aMessageWithoutAnActiveAlarmLeavesByFalse() {
        assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.to("False", message));
        assertThat(test.scripted).isEmpty();
    }

    @Test
    void anAlarmThatIsClearedAlreadyLeavesTheMessageByFalse() {
        Alarm alarm = active(NodeTester.DEVICE.entity());
        RuleMessage ofAlarm = message.withOriginator(alarm.id().entity());
        NodeTester.run(node, ofAlarm);

        assertThat(NodeTester.run(node, ofAlarm)).isEqualTo(NodeResult.to("False", ofAlarm));
    }

    @Test
    void aScriptThatFailsClearsNothing() {
        active(message.originator());
        test.answer = new ScriptException("no luck");

        assertThat(NodeTester.run(node, message))
                .isEqualTo(new NodeResult.Failed(message, "no luck"));
        assertThat(test.alarms.all().getFirst().status()).isEqualTo(AlarmStatus.ACTIVE_UNACK);
    }
}
