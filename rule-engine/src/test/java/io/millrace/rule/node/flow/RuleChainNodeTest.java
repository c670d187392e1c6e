// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.rule.alarmrule.AlarmRules;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.DeviceProfiles.Profile;
import io.millrace.rule.store.memory.InMemoryDeviceProfiles;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RuleChainNodeTest {

    private final RuleChainId target = new RuleChainId(UUID.randomUUID());
    private final RuleChainId ofProfile = new RuleChainId(UUID.randomUUID());
    private final InMemoryDeviceProfiles profiles = new InMemoryDeviceProfiles();
    private final RuleMessage message = NodeTester.telemetry("{}");

    @Test
    void callsItsChain() {
        giveProfile(ofProfile);

        assertThat(NodeTester.run(node(false), message))
                .isEqualTo(new NodeResult.Call(target, message));
    }

    @Test
    void prefersTheChainOfTheProfileWhereItIsToldTo() {
        giveProfile(ofProfile);

        assertThat(NodeTester.run(node(true), message))
                .isEqualTo(new NodeResult.Call(ofProfile, message));
    }

    @Test
    void callsItsChainWhereTheProfileHasNone() {
        giveProfile(null);

        assertThat(NodeTester.run(node(true), message))
                .isEqualTo(new NodeResult.Call(target, message));
    }

    @Test
    void callsItsChainForOriginatorsThatAreNoDevices() {
        RuleMessage fromAsset =
                RuleMessage.of(
                        NodeTester.TENANT,
                        new EntityId(EntityType.ASSET, UUID.randomUUID()),
                        "T",
                        Metadata.EMPTY,
                        Payload.EMPTY_OBJECT,
                        NodeTester.TS);

        assertThat(NodeTester.run(node(true), fromAsset))
                .isEqualTo(new NodeResult.Call(target, fromAsset));
    }

    @Test
    void failsForADeviceThatDoesNotExist() {
        assertThat(NodeTester.run(node(true), message))
                .isEqualTo(
                        new NodeResult.Failed(
                                message,
                                "Device %s does not exist".formatted(NodeTester.DEVICE.id())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"ruleChainId\":null}", "{\"ruleChainId\":\"chain\"}"})
    void needsTheIdOfAChain(String configuration) {
        assertThatThrownBy(() -> NodeTester.node(RuleChainNode.definition(profiles), configuration))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("ruleChainId:");
    }

    @Test
    void upgradesFromVersion0() {
        assertThat(
                        NodeTester.upgraded(
                                        RuleChainNode.definition(profiles),
                                        "{\"ruleChainId\":\"x\"}",
                                        0)
                                .path("forwardMsgToDefaultRuleChain")
                                .asBoolean(true))
                .isFalse();
    }

    private void giveProfile(@Nullable RuleChainId chain) {
        profiles.put(
                NodeTester.TENANT,
                NodeTester.DEVICE,
                new Profile(
                        new DeviceProfileId(UUID.randomUUID()), "p", chain, null, AlarmRules.NONE));
    }

    private RuleNode node(boolean forward) {
        return NodeTester.node(
                RuleChainNode.definition(profiles),
                "{\"ruleChainId\":\"%s\",\"forwardMsgToDefaultRuleChain\":%s}"
                        .formatted(target, forward));
    }
}
