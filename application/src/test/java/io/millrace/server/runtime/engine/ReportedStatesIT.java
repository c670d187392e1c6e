// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.DeviceStates;
import io.millrace.rule.store.DeviceStates.Event;
import io.millrace.rule.store.DeviceStates.Outcome;
import io.millrace.server.rest.RestServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ReportedStatesIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long AT = 1_763_640_000_000L;

    private final RestServer server = RestServer.running();
    private final DeviceStates states = server.bean(DeviceStates.class);
    private final TenantId tenant = server.newTenant();
    private final DeviceId device = newDevice();
    private final RuleNodeId node = new RuleNodeId(TimeOrderedUuid.next());

    private DeviceId newDevice() {
        return DeviceId.of(
                server.tenantAdministrator(tenant)
                        .post("/api/device", Map.of("name", "Boiler 1"))
                        .expect(200)
                        .text("/id/id"));
    }

    private CompletableFuture<Outcome> report(
            TenantId owner, RuleNodeId reporter, Event event, long at) {
        return states.report(owner, device, reporter, event, at).toCompletableFuture();
    }

    @Test
    void storesAReportedEvent() {
        assertThat(report(tenant, node, Event.CONNECT_EVENT, AT))
                .succeedsWithin(LIMIT)
                .isEqualTo(Outcome.REPORTED);

        assertThat(
                        server.bean(AttributeStore.class)
                                .find(
                                        tenant,
                                        device.entity(),
                                        AttributeScope.SERVER_SCOPE,
                                        List.of("lastConnectTime"))
                                .toCompletableFuture())
                .succeedsWithin(LIMIT)
                .isEqualTo(
                        List.of(
                                new Attribute(
                                        new KeyValue("lastConnectTime", new LongValue(AT)), AT)));
    }

    @Test
    void refusesReportsOfANodeBeyondTheLimitOfTheDevice() {
        CompletableFuture<Outcome> first = report(tenant, node, Event.CONNECT_EVENT, AT);
        CompletableFuture<Outcome> second = report(tenant, node, Event.DISCONNECT_EVENT, AT);
        CompletableFuture<Outcome> third = report(tenant, node, Event.DISCONNECT_EVENT, AT);
        RuleNodeId other = new RuleNodeId(TimeOrderedUuid.next());

        assertThat(first).succeedsWithin(LIMIT);
        assertThat(List.of(second, third))
                .extracting(CompletableFuture::join)
                .contains(Outcome.RATE_LIMITED);
        assertThat(report(tenant, other, Event.DISCONNECT_EVENT, AT))
                .succeedsWithin(LIMIT)
                .isEqualTo(Outcome.REPORTED);
    }

    @Test
    void failsForADeviceThatTheTenantDoesNotHave() {
        assertThat(report(server.newTenant(), node, Event.CONNECT_EVENT, AT))
                .failsWithin(LIMIT)
                .withThrowableThat()
                .withMessageContaining("does not exist");
    }
}
