// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.rest.PushClient;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class PushIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final String device =
            admin.post("/api/device", Map.of("name", "A")).expect(200).text("/id/id");
    private final List<PushClient> clients = new CopyOnWriteArrayList<>();

    @AfterEach
    void disconnect() {
        clients.forEach(PushClient::close);
    }

    private PushClient signedIn() {
        return signedIn(admin);
    }

    private PushClient signedIn(RestClient user) {
        PushClient client = PushClient.signIn(user);
        clients.add(client);
        return client;
    }

    private PushClient connected(String path) {
        PushClient client = PushClient.connect(admin, path);
        clients.add(client);
        return client;
    }

    private ObjectNode latest(int cmdId) {
        return PushClient.deviceCommand("TIMESERIES", cmdId, device)
                .put("scope", "LATEST_TELEMETRY");
    }

    private ObjectNode attributes(int cmdId, String scope) {
        return PushClient.deviceCommand("ATTRIBUTES", cmdId, device)
                .put("scope", scope)
                .put("keys", "a,b");
    }

    private void save(long ts, String values) {
        admin.post(
                        "/api/plugins/telemetry/DEVICE/" + device + "/timeseries/ANY",
                        "{\"ts\":%d,\"values\":%s}".formatted(ts, values))
                .expect(200);
    }

    private void saveShared(String values) {
        admin.post("/api/plugins/telemetry/DEVICE/" + device + "/SHARED_SCOPE", values).expect(200);
    }

    @Test
    void sendsLatestValuesAndThenLaterOnesUntilTheClientUnsubscribes() {
        save(1_000, "{\"t\":1,\"u\":\"on\"}");
        PushClient client = connected("/api/ws");
        client.send(
                """
                {"authCmd":{"cmdId":0,"token":"%s"},"cmds":[%s]}
                """
                        .formatted(admin.token(), latest(1).put("keys", "t,u")));

        assertThat(client.next().toString())
                .isEqualTo(
                        "{\"subscriptionId\":1,\"errorCode\":0,\"errorMsg\":null,"
                                + "\"data\":{\"t\":[[1000,\"1\"]],\"u\":[[1000,\"on\"]]},"
                                + "\"latestValues\":{\"t\":1000,\"u\":1000}}");
        save(2_000, "{\"t\":2.5,\"other\":1}");
        assertThat(client.values(1).toString()).isEqualTo("{\"t\":[[2000,\"2.5\"]]}");
        save(1_500, "{\"t\":7}");
        save(3_000, "{\"u\":\"off\"}");
        assertThat(client.values(1).toString()).isEqualTo("{\"u\":[[3000,\"off\"]]}");

        client.command(latest(1).put("unsubscribe", true));
        client.command(latest(2).put("keys", "t"));
        assertThat(client.values(2).toString()).isEqualTo("{\"t\":[[2000,\"2.5\"]]}");
        save(4_000, "{\"t\":4}");
        assertThat(client.values(2).toString()).isEqualTo("{\"t\":[[4000,\"4\"]]}");
    }

    @Test
    void sendsChangesOfAttributesOfAScopeAndTheirDeletion() {
        saveShared("{\"a\":1}");
        PushClient client = signedIn().command(attributes(1, "SHARED_SCOPE"));

        assertThat(client.values(1).at("/a/0/1").stringValue()).isEqualTo("1");
        admin.post(
                        "/api/plugins/telemetry/DEVICE/" + device + "/SERVER_SCOPE",
                        "{\"a\":\"hidden\"}")
                .expect(200);
        saveShared("{\"b\":true}");
        assertThat(client.values(1).at("/b/0/1").stringValue()).isEqualTo("true");
        admin.delete("/api/plugins/telemetry/DEVICE/" + device + "/SHARED_SCOPE?keys=a")
                .expect(200);
        assertThat(client.values(1).toString()).isEqualTo("{\"a\":[[0,\"\"]]}");
    }

    @Test
    void theDeletionOfLatestValuesIsSent() {
        save(1_000, "{\"t\":1}");
        PushClient client = signedIn().command(latest(1).put("useStrictDataTypes", true));
        assertThat(client.values(1).toString()).isEqualTo("{\"t\":[[1000,1]]}");

        admin.delete(
                        "/api/plugins/telemetry/DEVICE/"
                                + device
                                + "/timeseries/delete?keys=t&deleteAllDataForKeys=true")
                .expect(200);

        assertThat(client.values(1).toString()).isEqualTo("{\"t\":[[0,null]]}");
    }

    @Test
    void sendsTheHistoryOfAWindowAndThenEachNewValue() {
        save(1_000, "{\"t\":1}");
        save(2_000, "{\"t\":2}");
        PushClient client =
                signedIn()
                        .command(
                                PushClient.deviceCommand("TIMESERIES", 1, device)
                                        .put("keys", "t")
                                        .put("startTs", 1_000)
                                        .put("timeWindow", 5_000)
                                        .put("limit", 0)
                                        .put("agg", "NONE"));
        assertThat(client.values(1).toString()).isEqualTo("{\"t\":[[2000,\"2\"],[1000,\"1\"]]}");
        save(1_500, "{\"t\":15}");
        assertThat(client.values(1).toString()).isEqualTo("{\"t\":[[1500,\"15\"]]}");

        client.command(
                PushClient.deviceCommand("TIMESERIES_HISTORY", 2, device)
                        .put("keys", "t")
                        .put("startTs", 0)
                        .put("endTs", 2_000)
                        .put("interval", 2_000)
                        .put("agg", "COUNT"));
        assertThat(client.values(2).toString()).isEqualTo("{\"t\":[[1000,\"2\"]]}");
    }

    @Test
    void answersTheOlderFormOfCommands() {
        save(1_000, "{\"t\":1}");
        PushClient client = connected("/api/ws/plugins/telemetry?token=" + admin.token());
        ObjectNode command = latest(1);
        command.remove("type");

        client.send("{\"tsSubCmds\":[%s],\"attrSubCmds\":[]}".formatted(command));

        assertThat(client.values(1).at("/t/0/1").stringValue()).isEqualTo("1");
    }

    @Test
    void anUnusableCommandIsAnsweredAndTheSessionLivesOn() {
        String foreign =
                server.newTenantAdministrator()
                        .post("/api/device", Map.of("name", "Foreign"))
                        .expect(200)
                        .text("/id/id");
        PushClient client = signedIn();

        client.send("{");
        assertThat(client.next().path("errorCode").intValue()).isEqualTo(2);
        client.command(PushClient.deviceCommand("NOTHING", 2, device));
        assertError(client.next(), 2, "NOTHING");
        client.command(PushClient.deviceCommand("TIMESERIES", 3, foreign));
        assertError(client.next(), 3, "is not found");
        client.command(PushClient.deviceCommand("ATTRIBUTES", 4, "x"));
        assertError(client.next(), 4, "entityId");
        client.command(attributes(5, "NO_SCOPE"));
        assertError(client.next(), 5, "scope");
        client.command(latest(6));
        assertThat(client.values(6).isEmpty()).isTrue();
        client.command(latest(6));
        assertError(client.next(), 6, "cmdId");
        client.command(latest(9).put("unsubscribe", true));
        assertError(client.next(), 9, "cmdId");
        client.command(PushClient.deviceCommand("ENTITY_DATA", 7, device));
        JsonNode refused = client.next();
        assertThat(refused.path("cmdId").intValue()).isEqualTo(7);
        assertThat(refused.path("cmdUpdateType").stringValue()).isEqualTo("ENTITY_DATA");
        assertThat(refused.path("errorMsg").stringValue()).contains("not supported");
        client.command(latest(8));
        assertThat(client.values(8).isEmpty()).isTrue();
    }

    private static void assertError(JsonNode message, int subscription, String text) {
        assertThat(message.path("subscriptionId").intValue()).isEqualTo(subscription);
        assertThat(message.path("errorCode").intValue()).isEqualTo(2);
        assertThat(message.path("errorMsg").stringValue()).contains(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    /api/ws             | {"cmds":[]}                            | 1008
                    /api/ws             | nonsense                               | 1008
                    /api/ws             | {"authCmd":{"cmdId":0,"token":"x"}}    | 1007
                    /api/ws?token=x     |                                        | 1007
                    """)
    void aClientWithoutAValidTokenIsDisconnected(String path, @Nullable String message, int code) {
        PushClient client = connected(path);
        if (message != null) {
            client.send(message);
        }

        assertThat(client.closeCode()).isEqualTo(code);
    }

    @Test
    void aPlainRequestIsToldToUpgrade() {
        server.anonymous().get("/api/ws").expectError(426, 31);
    }

    @Test
    void aSessionEndsAfterItsUserHasSignedOut() {
        PushClient client = signedIn().command(latest(1));
        assertThat(client.values(1).isEmpty()).isTrue();
        admin.post("/api/auth/logout", "").expect(200);

        server.bean(PushSessions.class).checkTokens();

        assertThat(client.closeCode()).isEqualTo(1008);
        assertThat(signedIn().closeCode()).isEqualTo(1011);
    }

    @Test
    void aCustomersUserSeesADeviceWhileItIsAssigned() {
        CustomerId customer = server.newCustomer(tenant);
        RestClient user = server.customerUser(tenant, customer);
        PushClient client = signedIn(user).command(latest(1));
        assertThat(client.next().path("errorCode").intValue()).isEqualTo(3);
        admin.post("/api/customer/%s/device/%s".formatted(customer.id(), device), "").expect(200);
        client.command(latest(2));
        assertThat(client.values(2).isEmpty()).isTrue();

        admin.delete("/api/customer/device/" + device).expect(200);

        JsonNode end = client.next();
        assertThat(end.path("subscriptionId").intValue()).isEqualTo(2);
        assertThat(end.path("errorCode").intValue()).isEqualTo(3);
    }

    @Test
    void limitsOfTheTenantsProfileHold() {
        RestClient root = server.systemAdministrator();
        JsonNode profile =
                root.post(
                                "/api/tenantProfile",
                                """
                                {"name":"Push %s","profileData":{"configuration":{"type":"DEFAULT",
                                 "maxWsSessionsPerTenant":2,"maxWsSubscriptionsPerTenant":1}}}
                                """
                                        .formatted(tenant))
                        .expect(200)
                        .json();
        String limited =
                root.post(
                                "/api/tenant",
                                "{\"title\":\"Limited\",\"tenantProfileId\":%s}"
                                        .formatted(profile.path("id")))
                        .expect(200)
                        .text("/id/id");
        RestClient user = server.tenantAdministrator(TenantId.of(limited));
        String own = user.post("/api/device", Map.of("name", "B")).expect(200).text("/id/id");
        PushClient first = signedIn(user);
        first.command(PushClient.deviceCommand("TIMESERIES", 1, own));
        assertThat(first.values(1).isEmpty()).isTrue();
        PushClient second = signedIn(user);

        second.command(PushClient.deviceCommand("TIMESERIES", 1, own));
        assertError(second.next(), 1, "maximum of 1 subscriptions");
        assertThat(signedIn(user).closeCode()).isEqualTo(1008);

        first.close();
        AtomicInteger cmdId = new AtomicInteger(1);
        await().until(() -> {
            second.command(PushClient.deviceCommand("TIMESERIES", cmdId.incrementAndGet(), own));
            return second.next().path("errorCode").intValue() == 0;
        });
    }

    @Test
    void aClientThatSendsTooMuchIsDisconnected() {
        assertThat(signedIn().send("x".repeat(40_000)).closeCode()).isEqualTo(1009);

        PushSessions sessions = server.bean(PushSessions.class);
        SlowConnection slow = new SlowConnection();
        PushSession session = sessions.open(slow);
        assertThat(session.authenticate(String.valueOf(admin.token()))).isTrue();
        for (int i = 0; i < 10_000; i++) {
            session.received("{}");
        }
        await().untilAsserted(() -> assertThat(slow.closed).hasValue(1008));
    }

    @Test
    void valuesForASlowClientGatherAndAnEndlessSendEndsItsSession() {
        PushSessions sessions = server.bean(PushSessions.class);
        SlowConnection slow = new SlowConnection();
        PushSession session = sessions.open(slow);
        assertThat(session.authenticate(String.valueOf(admin.token()))).isTrue();
        session.received("{\"cmds\":[%s]}".formatted(latest(1)));
        await().until(() -> slow.begun.get() == 1);

        for (int i = 1; i <= 5; i++) {
            save(i, "{\"t\":%d}".formatted(i));
        }
        PushClient quick = signedIn().command(latest(1).put("keys", "t"));
        assertThat(quick.values(1).toString()).isEqualTo("{\"t\":[[5,\"5\"]]}");
        assertThat(slow.begun).hasValue(1);
        slow.mayContinue.countDown();

        await().untilAsserted(() ->
                assertThat(String.join("", slow.sent)).contains("[5,\"5\"]").contains("[1,\"1\"]"));
        slow.timedOut = true;
        save(6, "{\"t\":6}");
        await().untilAsserted(() -> assertThat(slow.closed).hasValue(1008));
        assertThat(quick.values(1).toString()).isEqualTo("{\"t\":[[6,\"6\"]]}");
    }

    /** A connection whose client receives nothing for a while. */
    private static final class SlowConnection implements Connection {

        final AtomicInteger begun = new AtomicInteger();
        final CountDownLatch mayContinue = new CountDownLatch(1);
        final List<String> sent = new CopyOnWriteArrayList<>();
        final AtomicInteger closed = new AtomicInteger();
        volatile boolean timedOut;

        @Override
        public void send(String message) throws IOException {
            begun.incrementAndGet();
            try {
                mayContinue.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            if (timedOut) {
                throw new SocketTimeoutException("the client received nothing");
            }
            sent.add(message);
        }

        @Override
        public void ping() {}

        @Override
        public void close(int code, String reason) {
            closed.set(code);
        }
    }

    private String rootChain() {
        return admin.get("/api/ruleChains?pageSize=10&page=0").expect(200).text("/data/0/id/id");
    }

    private static ObjectNode nodeStates(int cmdId, String chain) {
        return PushClient.deviceCommand("RULE_NODE_STATES", cmdId, chain)
                .put("entityType", "RULE_CHAIN");
    }

    /** Sends messages through the root chain until a node has figures. */
    private JsonNode figures(PushClient client, int cmdId) {
        for (int i = 0; i < 30; i++) {
            // No node of the chain replies to the call.
            admin.post("/api/rule-engine/DEVICE/" + device + "/100", "{\"a\":1}").expect(408);
            JsonNode next = client.next();
            assertThat(next.path("subscriptionId").intValue()).as("%s", next).isEqualTo(cmdId);
            assertThat(next.path("errorCode").intValue()).as("%s", next).isZero();
            for (JsonNode node : next.path("nodeStates").path("nodes")) {
                if (node.path("figures").path("perSecond").asDouble(0) > 0) {
                    return node;
                }
            }
        }
        throw new AssertionError("no node has figures");
    }

    private static long backlog(JsonNode frame, JsonNode nodeId) {
        for (JsonNode node : frame.path("nodeStates").path("nodes")) {
            if (node.path("id").equals(nodeId)) {
                return node.path("figures").path("backlog").asLong(-1);
            }
        }
        throw new AssertionError("no node %s in %s".formatted(nodeId, frame));
    }

    @Test
    void sendsTheStatesAndFiguresOfAChainsNodesUntilTheClientUnsubscribes() {
        String chain = rootChain();
        PushClient client = signedIn();

        client.command(nodeStates(7, chain));
        JsonNode node = figures(client, 7);

        assertThat(node.path("state").asString()).isEqualTo("RUNNING");
        assertThat(node.at("/figures/p99Micros").longValue()).isPositive();
        // The figures may be taken while a message is still in the node.
        await().until(() -> backlog(client.next(), node.path("id")) == 0);

        client.command(nodeStates(7, chain).put("unsubscribe", true));
        client.command(latest(8));
        await().until(() -> client.next().path("subscriptionId").intValue() == 8);
        client.command(nodeStates(7, chain));
        assertThat(client.next().path("subscriptionId").intValue()).isEqualTo(7);
    }

    @Test
    void statesOfNodesAreForAdministratorsOfTheChainsTenant() {
        String foreign = rootChain();
        RestClient other = server.tenantAdministrator(server.newTenant());
        PushClient client = signedIn(other);

        client.command(nodeStates(7, foreign));

        assertThat(client.next().path("errorCode").intValue()).isEqualTo(2);
        client.command(nodeStates(8, foreign).put("entityType", "DEVICE"));
        assertThat(client.next().path("errorMsg").asString())
                .isEqualTo("entityType: expected RULE_CHAIN, got DEVICE");
    }
}
