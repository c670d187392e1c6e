// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.alarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.AssetId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmPropagation;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.rule.alarm.AlarmStatus;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.script.ScriptException;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CreateAlarmNodeTest {

    private static final String PLAIN =
            """
            {"alarmType": "High ${what}", "scriptLang": "TBEL", "alarmDetailsBuildTbel": "x", "severity": "MAJOR",
             "propagate": true, "relationTypes": ["Contains"]}
            """;
    private static final String OF_MESSAGE =
            """
            {"scriptLang": "TBEL", "alarmDetailsBuildTbel": "x", "useMessageAlarmData": true,
             "overwriteAlarmDetails": %s}
            """;

    private final AlarmNodes test = new AlarmNodes();
    private final RuleMessage message =
            NodeTester.message("POST_TELEMETRY_REQUEST", "{\"t\": 30}", "what", "temperature");

    private RuleNode node(String configuration) {
        return NodeTester.node(CreateAlarmNode.definition(test.ports), configuration);
    }

    private NodeResult.Next run(String configuration) {
        return (NodeResult.Next) NodeTester.run(node(configuration), message);
    }

    @Test
    void createsAnAlarmOfTheOriginatorAndSendsItsEvent() {
        NodeResult.Next next = run(PLAIN);

        Alarm alarm = test.alarms.all().getFirst();
        assertThat(alarm.originator()).isEqualTo(message.originator());
        assertThat(alarm.type()).isEqualTo("High temperature");
        assertThat(alarm.severity()).isEqualTo(AlarmSeverity.MAJOR);
        assertThat(alarm.status()).isEqualTo(AlarmStatus.ACTIVE_UNACK);
        assertThat(alarm.propagation())
                .isEqualTo(new AlarmPropagation(true, false, false, List.of("Contains")));
        assertThat(List.of(alarm.startTs(), alarm.endTs())).containsOnly(message.metadataTs());
        assertThat(next.labels()).containsExactly("Created");
        assertThat(next.message().type()).isEqualTo("ALARM");
        assertThat(next.message().originator()).isEqualTo(message.originator());
        assertThat(next.message().metadata().get("isNewAlarm")).isEqualTo("true");
        assertThat(next.message().metadata().get("what")).isEqualTo("temperature");
        assertThat(next.message().payload().json().at("/id/id").asString())
                .isEqualTo(alarm.id().toString());
        assertThat(test.submitted)
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.type()).isEqualTo("ENTITY_CREATED");
                    assertThat(event.originator()).isEqualTo(alarm.originator());
                    assertThat(event.metadata().get("ruleNodeId")).isNotEmpty();
                    assertThat(event.payload()).isEqualTo(next.message().payload());
                });
    }

    @Test
    void theAlarmHasTheNameAndTheLabelOfItsOriginator() {
        test.addDevice("Boiler", "{\"label\": \"In the cellar\"}");

        JsonNode json = run(PLAIN).message().payload().json();

        assertThat(json.path("originatorName").asString()).isEqualTo("Boiler");
        assertThat(json.path("originatorLabel").asString()).isEqualTo("In the cellar");
    }

    @Test
    void anOriginatorThatIsGoneIsNamedDeleted() {
        assertThat(run(PLAIN).message().payload().json().path("originatorName").asString())
                .isEqualTo("Deleted");
    }

    @Test
    void updatesTheActiveAlarmOfTheSameType() {
        run(PLAIN);
        test.submitted.clear();

        NodeResult.Next next = run(PLAIN.replace("MAJOR", "CRITICAL"));

        assertThat(test.alarms.all())
                .singleElement()
                .satisfies(alarm -> {
                    assertThat(alarm.severity()).isEqualTo(AlarmSeverity.CRITICAL);
                    assertThat(alarm.startTs()).isEqualTo(message.metadataTs());
                    assertThat(alarm.endTs()).isEqualTo(AlarmNodes.NOW);
                });
        assertThat(next.labels()).containsExactly("Updated");
        assertThat(next.message().metadata().get("isExistingAlarm")).isEqualTo("true");
        assertThat(next.message().metadata().get("isNewAlarm")).isNull();
        assertThat(test.submitted).extracting(RuleMessage::type).containsExactly("ENTITY_UPDATED");
    }

    @Test
    void anAlarmThatDoesNotChangeLeavesTheMessageAsItCame() {
        run(PLAIN);
        run(PLAIN);
        test.submitted.clear();

        assertThat(NodeTester.run(node(PLAIN), message)).isEqualTo(NodeResult.success(message));
        assertThat(test.submitted).isEmpty();
    }

    @Test
    void theScriptMakesTheDetails() {
        test.answer = JsonMapper.shared().readTree("{\"times\": 1}");

        run(PLAIN);

        assertThat(test.alarms.all().getFirst().details()).isEqualTo("{\"times\":1}");
    }

    @Test
    void theScriptSeesTheFormerDetailsOfAnActiveAlarm() {
        test.answer = JsonMapper.shared().readTree("{\"times\": 1}");
        run(PLAIN);
        NodeResult.Next next = run(PLAIN);

        assertThat(test.scripted)
                .extracting(each -> each.metadata().get("prevAlarmDetails"))
                .containsExactly(null, "{\"times\":1}");
        assertThat(next.message().metadata().get("prevAlarmDetails")).isNull();
    }

    @Test
    void aScriptThatFailsFailsTheMessageAndCreatesNothing() {
        test.answer = new ScriptException("no luck");

        assertThat(NodeTester.run(node(PLAIN), message))
                .isEqualTo(new NodeResult.Failed(message, "no luck"));
        assertThat(test.alarms.all()).isEmpty();
    }

    @Test
    void aDynamicSeverityIsATemplate() {
        String dynamic = PLAIN.replace("\"MAJOR\"", "\"${severity}\", \"dynamicSeverity\": true");

        assertThat(NodeTester.run(node(dynamic), message))
                .isEqualTo(
                        new NodeResult.Failed(
                                message, "severity: \"${severity}\" is not a severity of alarms"));
        NodeTester.run(
                node(dynamic),
                message.withMetadata(message.metadata().with("severity", "WARNING")));
        assertThat(test.alarms.all().getFirst().severity()).isEqualTo(AlarmSeverity.WARNING);
    }

    @Test
    void anUnknownSeverityIsRefusedAtTheStart() {
        assertThatThrownBy(() -> node(PLAIN.replace("MAJOR", "BAD")))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage(
                        "severity: must be one of [CRITICAL, MAJOR, MINOR, WARNING, INDETERMINATE], not \"BAD\"");
    }

    @Test
    void aBlankScriptIsRefusedAtTheStart() {
        assertThatThrownBy(() -> node(PLAIN.replace("\"x\"", "\" \"")))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("alarmDetailsBuildTbel: ");
    }

    @Test
    void anAlarmOfTheMessageKeepsItsTimesItsOriginatorAndItsDetails() {
        AssetId asset = new AssetId(TimeOrderedUuid.next());
        RuleMessage own =
                NodeTester.message(
                        "ALARM_REQUEST",
                        """
                        {"type": "Leak", "severity": "MINOR", "startTs": 5, "endTs": 9, "details": {"a": 1},
                         "originator": {"entityType": "ASSET", "id": "%s"}, "unknown": true}
                        """
                                .formatted(asset));

        NodeTester.run(node(OF_MESSAGE.formatted(false)), own);

        Alarm alarm = test.alarms.all().getFirst();
        assertThat(alarm.originator()).isEqualTo(asset.entity());
        assertThat(alarm.type()).isEqualTo("Leak");
        assertThat(List.of(alarm.startTs(), alarm.endTs())).containsExactly(5L, 9L);
        assertThat(alarm.details()).isEqualTo("{\"a\":1}");
        assertThat(test.scripted).isEmpty();
    }

    @Test
    void theScriptOverwritesTheDetailsOfTheMessagesAlarm() {
        RuleMessage own =
                NodeTester.message(
                        "X",
                        "{\"type\": \"Leak\", \"severity\": \"MINOR\", \"details\": {\"a\": 1}}");
        test.answer = JsonMapper.shared().readTree("{\"b\": 2}");

        NodeTester.run(node(OF_MESSAGE.formatted("null")), own);

        assertThat(test.alarms.all().getFirst().details()).isEqualTo("{\"b\":2}");
    }

    @Test
    void aMessageThatHoldsNoAlarmFails() {
        RuleMessage bad = NodeTester.message("X", "{\"severity\": \"MINOR\"}");

        assertThat(NodeTester.run(node(OF_MESSAGE.formatted(false)), bad))
                .isEqualTo(
                        new NodeResult.Failed(
                                bad,
                                "type: must be a text in the alarm of the payload, not nothing"));
    }

    @Test
    void anEventWithoutRoomFailsTheMessageOfTheAlarm() {
        test.refusal = new IllegalStateException("the queue is full");

        NodeResult result = NodeTester.run(node(PLAIN), message);

        assertThat(result).isInstanceOf(NodeResult.Failed.class);
        assertThat(((NodeResult.Failed) result).message().type()).isEqualTo("ALARM");
        assertThat(((NodeResult.Failed) result).error()).isEqualTo("the queue is full");
    }
}
