// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.alarmrule.AlarmRules;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.DeviceProfiles.Profile;
import io.millrace.rule.store.memory.InMemoryDeviceProfiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceProfileSwitchNodeTest {

    private final InMemoryDeviceProfiles profiles = new InMemoryDeviceProfiles();
    private final RuleNode node =
            NodeTester.node(DeviceProfileSwitchNode.definition(profiles), "{\"version\":0}");
    private final DeviceId device = new DeviceId(TimeOrderedUuid.next());
    private final RuleMessage message =
            RuleMessage.of(
                    NodeTester.TENANT,
                    device.entity(),
                    "T",
                    Metadata.EMPTY,
                    Payload.ofText("not even JSON"),
                    NodeTester.TS);

    @ParameterizedTest
    @ValueSource(strings = {"default", "Boiler room", "büro", "Failure"})
    void routesByTheNameOfTheProfile(String name) {
        profiles.put(NodeTester.TENANT, device, profile(name));

        assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.to(name, message));
    }

    @Test
    void failsForADeviceThatDoesNotExist() {
        assertThat(NodeTester.run(node, message))
                .isEqualTo(
                        new NodeResult.Failed(
                                message, "Device %s does not exist".formatted(device.id())));
    }

    @Test
    void failsForADeviceOfAnotherTenant() {
        profiles.put(new TenantId(TimeOrderedUuid.next()), device, profile("default"));

        assertThat(NodeTester.run(node, message)).isInstanceOf(NodeResult.Failed.class);
    }

    @Test
    void failsForAnOriginatorOfAnotherKind() {
        RuleMessage fromAsset =
                RuleMessage.of(
                        NodeTester.TENANT,
                        new EntityId(EntityType.ASSET, device.id()),
                        "T",
                        Metadata.EMPTY,
                        Payload.EMPTY_OBJECT,
                        NodeTester.TS);

        assertThat(NodeTester.run(node, fromAsset))
                .isEqualTo(
                        new NodeResult.Failed(
                                fromAsset, "the originator must be a device, not ASSET"));
    }

    private static Profile profile(String name) {
        return new Profile(
                new DeviceProfileId(TimeOrderedUuid.next()), name, null, null, AlarmRules.NONE);
    }
}
