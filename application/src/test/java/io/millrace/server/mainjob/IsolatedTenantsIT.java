// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.TenantId;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.Outcome;
import io.millrace.queue.QueueEngine;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.transport.mqtt.MqttServer;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.node.ObjectNode;

/**
 * The messages of an isolated tenant go through queues of its own, as its profile describes them, and those of others
 * do not.
 */
final class IsolatedTenantsIT {

    private static final RestServer SERVER = RestServer.running();

    private final RestClient root = SERVER.systemAdministrator();
    private final ObjectNode profile = saved(profile("SEQUENTIAL", "DROP"));
    private final TenantId isolated = newIsolatedTenant();
    private final TenantId sharing = SERVER.newTenant();

    @Test
    void eachTenantsFailuresAreDealtWithByItsOwnQueue() {
        ServiceClient.Device own = failingDevice(isolated);
        ServiceClient.Device other = failingDevice(sharing);

        publish(own);
        publish(other);

        await().untilAsserted(() -> assertThat(attemptsOfLetters(other)).containsExactly(1));
        await().untilAsserted(() -> assertThat(dropped(isolated)).isPositive());
        assertThat(attemptsOfLetters(own)).isEmpty();
        assertThat(dropped(sharing)).isZero();
    }

    @Test
    void aChangeOfTheProfileCountsForTheNextMessage() {
        ServiceClient.Device own = failingDevice(isolated);
        publish(own);
        awaitEnd(isolated);

        ObjectNode retrying = saved(changed(profile, "BURST", "RETRY_FAILED"));
        publish(own);
        await().untilAsserted(() -> assertThat(attemptsOfLetters(own)).containsExactly(3));

        saved(retrying.put("isolatedTbRuleEngine", false));
        publish(own);
        await().untilAsserted(
                        () -> assertThat(attemptsOfLetters(own)).containsExactlyInAnyOrder(3, 1));
    }

    @Test
    void messagesWaitForOneAnotherWhereTheirOwnQueueSaysSo() throws Exception {
        try (SlowServer slow = new SlowServer(body -> body.contains("who"))) {
            publishInBackground(calling(slow, isolated, "A"), "own");
            publishInBackground(calling(slow, isolated, "B"), "own");
            publishInBackground(calling(slow, sharing, "A"), "other");
            publishInBackground(calling(slow, sharing, "B"), "other");

            await().untilAsserted(() -> {
                assertThat(calls(slow, "other")).isEqualTo(2);
                assertThat(calls(slow, "own")).isEqualTo(1);
            });
            slow.answer();
            await().untilAsserted(() -> assertThat(calls(slow, "own")).isEqualTo(2));
        }
    }

    private static long calls(SlowServer slow, String who) {
        return slow.bodies().stream().filter(body -> body.contains(who)).count();
    }

    private static ObjectNode profile(String submit, String processing) {
        ObjectNode body = RestClient.object().put("name", "Profile " + UUID.randomUUID());
        body.put("isolatedTbRuleEngine", true);
        return changed(body, submit, processing);
    }

    private static ObjectNode changed(ObjectNode profile, String submit, String processing) {
        ObjectNode main =
                profile.putObject("profileData").putArray("queueConfiguration").addObject();
        main.put("name", "Main").put("topic", "tb_rule_engine.main").put("partitions", 3);
        main.putObject("submitStrategy").put("type", submit);
        main.putObject("processingStrategy")
                .put("type", processing)
                .put("retries", 2)
                .put("pauseBetweenRetries", 0)
                .put("maxPauseBetweenRetries", 0);
        return profile;
    }

    private ObjectNode saved(ObjectNode body) {
        return (ObjectNode) root.post("/api/tenantProfile", body).expect(200).json();
    }

    private TenantId newIsolatedTenant() {
        ObjectNode body = RestClient.object().put("title", "Isolated " + UUID.randomUUID());
        body.set("tenantProfileId", profile.path("id"));
        return TenantId.of(root.post("/api/tenant", body).expect(200).text("/id/id"));
    }

    private static ServiceClient.Device failingDevice(TenantId tenant) {
        RuleChains chain = new RuleChains("Failing");
        chain.node(
                "filter.TbJsFilterNode",
                "Broken filter",
                "{\"scriptLang\":\"JS\",\"jsScript\":\"throw new Error('no such luck');\",\"tbelScript\":\"\"}");
        ServiceClient service = SERVER.serviceClient(tenant);
        return service.createDevice(
                "Fails", service.createProfile("Failing profile", chain.save(service)));
    }

    private static ServiceClient.Device calling(SlowServer slow, TenantId tenant, String name)
            throws IOException {
        ServiceClient service = SERVER.serviceClient(tenant);
        String chain = RuleChains.calling(slow.url()).save(service);
        return service.createDevice(name, service.createProfile("Calls for " + name, chain));
    }

    private static void publish(ServiceClient.Device device) {
        publish(device, "anybody");
    }

    private static void publish(ServiceClient.Device device, String who) {
        try (MqttDevice client =
                new MqttDevice(SERVER.bean(MqttServer.class).port(), device.token())) {
            client.publish(MqttDevice.TELEMETRY, "{\"who\":\"%s\"}".formatted(who));
        }
    }

    /** What waits for others is acknowledged late. */
    private static void publishInBackground(ServiceClient.Device device, String who) {
        Thread.ofVirtual().start(() -> publish(device, who));
    }

    private static long dropped(TenantId tenant) {
        return messages(tenant).ended().getOrDefault(Outcome.DROPPED_BY_POLICY, 0L);
    }

    /** A delivery that takes long is acknowledged before its end. */
    private static void awaitEnd(TenantId tenant) {
        await().until(() -> messages(tenant).allInFlight() == 0);
    }

    private static LedgerLine messages(TenantId tenant) {
        return SERVER.bean(QueueEngine.class).ledger().of(tenant).total();
    }

    private static List<Integer> attemptsOfLetters(ServiceClient.Device device) {
        return SERVER.bean(JdbcClient.class)
                .sql(
                        """
                        select attempts from dead_letter
                         where originator_id = cast(? as uuid) and message_type = 'POST_TELEMETRY_REQUEST'
                        """)
                .param(device.id())
                .query(Integer.class)
                .list();
    }
}
