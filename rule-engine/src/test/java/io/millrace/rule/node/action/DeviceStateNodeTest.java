// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.store.DeviceStates;
import io.millrace.rule.store.DeviceStates.Event;
import io.millrace.rule.store.DeviceStates.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceStateNodeTest {

    private record Report(
            TenantId tenant, DeviceId device, RuleNodeId node, Event event, long at) {}

    private final List<Report> reports = new ArrayList<>();
    private CompletionStage<Outcome> outcome = CompletableFuture.completedStage(Outcome.REPORTED);
    private final NodeIdentity identity = NodeTester.identity("state");
    private final NodeDefinition<?> definition = DeviceStateNode.definition(this::report);

    private CompletionStage<Outcome> report(
            TenantId tenant, DeviceId device, RuleNodeId node, Event event, long at) {
        reports.add(new Report(tenant, device, node, event, at));
        return outcome;
    }

    @ParameterizedTest
    @EnumSource(DeviceStates.Event.class)
    void reportsItsEventAtTheTimeOfTheMessage(Event event) {
        RuleMessage message = NodeTester.message("ANY", "not JSON", "ts", "1700000000000");

        assertThat(run(event.name(), message)).isEqualTo(NodeResult.success(message));
        assertThat(reports)
                .containsExactly(
                        new Report(
                                NodeTester.TENANT,
                                NodeTester.DEVICE,
                                identity.node(),
                                event,
                                1_700_000_000_000L));
    }

    @Test
    void letsAMessageBeyondTheLimitLeaveByALabelOfItsOwn() {
        outcome = CompletableFuture.completedStage(Outcome.RATE_LIMITED);
        RuleMessage message = NodeTester.telemetry("{}");

        assertThat(run("CONNECT_EVENT", message)).isEqualTo(NodeResult.to("Rate limited", message));
    }

    @Test
    void failsForAnOriginatorThatIsNoDevice() {
        RuleMessage message = NodeTester.telemetry("{}").withOriginator(NodeTester.TENANT.entity());

        assertThat(run("CONNECT_EVENT", message))
                .isEqualTo(
                        new NodeResult.Failed(
                                message, "the originator must be a device, not Tenant"));
        assertThat(reports).isEmpty();
    }

    @Test
    void failsIfTheEventCannotBeStored() {
        outcome = CompletableFuture.failedStage(new IllegalStateException("no room"));
        RuleMessage message = NodeTester.telemetry("{}");

        assertThat(run("DISCONNECT_EVENT", message))
                .isEqualTo(new NodeResult.Failed(message, "no room"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"event\":null}", "{\"event\":\"ENTITY_CREATED\"}"})
    void needsAnEventOfADevice(String configuration) {
        assertThatThrownBy(() -> NodeTester.node(definition, configuration))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("event: ");
    }

    private NodeResult run(String event, RuleMessage message) {
        return NodeTester.run(
                NodeTester.node(definition, "{\"event\":\"%s\"}".formatted(event), identity),
                message);
    }
}
