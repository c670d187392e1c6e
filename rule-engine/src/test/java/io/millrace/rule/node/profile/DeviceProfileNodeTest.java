// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.DeviceProfiles.Profile;
import io.millrace.rule.store.memory.InMemoryDeviceProfiles;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceProfileNodeTest {

    private final InMemoryDeviceProfiles profiles = new InMemoryDeviceProfiles();
    private final RuleNode node =
            NodeTester.node(DeviceProfileNode.definition(profiles), "{\"unknown\":1}");

    @Test
    void passesMessagesOfDevicesWithoutAlarmRules() {
        giveProfile(false);
        RuleMessage message = NodeTester.telemetry("{\"t\":1}");

        assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.success(message));
    }

    @Test
    void failsForDevicesWithAlarmRules() {
        giveProfile(true);
        RuleMessage message = NodeTester.telemetry("{\"t\":1}");

        assertThat(NodeTester.run(node, message))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> {
                            assertThat(failed.message()).isEqualTo(message);
                            assertThat(failed.error()).contains("\"boiler\"", "alarm rules");
                        });
    }

    @Test
    void endsMessagesOfADeviceThatDoesNotExist() {
        assertThat(NodeTester.run(node, NodeTester.telemetry("{}")))
                .isEqualTo(new NodeResult.Ended());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ENTITY_DELETED", "ENTITY_UPDATED"})
    void passesMessagesAboutADeviceThatIsGone(String type) {
        RuleMessage message = NodeTester.message(type, "{}");

        assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.success(message));
    }

    @Test
    void passesMessagesOfOriginatorsThatAreNoDevices() {
        RuleMessage message =
                RuleMessage.of(
                        NodeTester.TENANT,
                        NodeTester.TENANT.entity(),
                        "T",
                        Metadata.EMPTY,
                        Payload.EMPTY_OBJECT,
                        NodeTester.TS);

        assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.success(message));
    }

    @Test
    void upgradesFromVersion0() {
        assertThat(
                        NodeTester.upgraded(
                                        DeviceProfileNode.definition(profiles),
                                        "{\"persistAlarmRulesState\":false,\"fetchAlarmRulesStateOnStart\":true}",
                                        0)
                                .path("fetchAlarmRulesStateOnStart")
                                .asBoolean(true))
                .isFalse();
    }

    private void giveProfile(boolean alarmRules) {
        profiles.put(
                NodeTester.TENANT,
                NodeTester.DEVICE,
                new Profile(
                        new DeviceProfileId(UUID.randomUUID()), "boiler", null, null, alarmRules));
    }
}
