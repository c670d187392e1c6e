// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.MessageIntake;
import io.millrace.server.mainjob.RuleChains;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestClient.Answer;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.SubmittedMessages;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.DeviceConnections;
import io.millrace.transport.device.RpcCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** RPC requests through the default root chain of a tenant, to a device whose connection a test provides. */
class RpcIT {

    private static final String SET_GPIO = "{\"method\":\"setGpio\",\"params\":{\"pin\":7}}";

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final DeviceId device =
            DeviceId.of(admin.post("/api/device", Map.of("name", "D")).expect(200).text("/id/id"));
    private final DeviceConnections connections = server.bean(DeviceConnections.class);
    private final FakeDevice connection = new FakeDevice(tenant, device).open(connections);

    @AfterEach
    void disconnect() {
        connections.closed(connection, "test");
    }

    private Answer twoWay(String body) {
        return admin.post("/api/rpc/twoway/" + device, body);
    }

    private Answer oneWay(String body) {
        return admin.post("/api/rpc/oneway/" + device, body);
    }

    private static String expiringIn(Duration time) {
        return "{\"method\":\"m\",\"params\":{},\"expirationTime\":%d}"
                .formatted(System.currentTimeMillis() + time.toMillis());
    }

    private Stream<RuleMessage> submitted(String type) {
        return server.bean(SubmittedMessages.class).of(tenant).stream()
                .filter(message -> message.type().equals(type));
    }

    private List<String> waiting() {
        return server.bean(JdbcClient.class)
                .sql("select id from pending_message where tenant_id = ?")
                .param(tenant.id())
                .query((row, _) -> row.getString("id"))
                .list();
    }

    @Test
    void aTwoWayRequestReturnsTheReplyOfTheDevice() {
        connection.replying("{\"pin\": 7}").subscribe(connections);

        Answer answer = twoWay(SET_GPIO).expect(200);

        assertThat(answer.body()).isEqualTo("{\"pin\": 7}");
        assertThat(answer.header("Content-Type")).startsWith("application/json");
        RpcCall call = connection.calls.getFirst();
        assertThat(call.method()).isEqualTo("setGpio");
        assertThat(call.params()).isEqualTo("{\"pin\":7}");
        assertThat(call.oneWay()).isFalse();
    }

    @Test
    void aOneWayRequestReturnsNothingOnceTheDeviceHasIt() {
        connection.replying("not asked").subscribe(connections);

        assertThat(oneWay(SET_GPIO).expect(200).body()).isEmpty();
        assertThat(connection.calls).singleElement().returns(true, RpcCall::oneWay);
    }

    @Test
    void manyRequestsAtOnceGetEachItsOwnReply() throws Exception {
        connection
                .behaving(call -> {
                    call.delivered();
                    call.replied(call.params().getBytes());
                })
                .subscribe(connections);
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            String body = "{\"method\":\"echo\",\"params\":%d}".formatted(i);
            answers.add(CompletableFuture.supplyAsync(() -> twoWay(body)));
        }

        for (int i = 0; i < answers.size(); i++) {
            assertThat(answers.get(i).get(60, TimeUnit.SECONDS).expect(200).body())
                    .isEqualTo(Integer.toString(i));
        }
        await().until(() -> waiting().isEmpty());
    }

    @Test
    void theMessageHasTheRequestAndItsMetadata() {
        connection.replying("{}").subscribe(connections);
        UUID id = UUID.randomUUID();

        twoWay(
                        """
                        {"method":"m","params":"on","retries":2,"additionalInfo":{"a":1},"requestUUID":"%s"}
                        """
                                .formatted(id))
                .expect(200);

        RuleMessage message =
                submitted("RPC_CALL_FROM_SERVER_TO_DEVICE")
                        .filter(each -> each.entry() == null)
                        .findFirst()
                        .orElseThrow();
        assertThat(message.originator()).isEqualTo(device.entity());
        assertThat(message.payload().text())
                .isEqualTo(
                        "{\"method\":\"m\",\"params\":\"\\\"on\\\"\",\"additionalInfo\":\"{\\\"a\\\":1}\"}");
        assertThat(message.metadata().values())
                .containsOnlyKeys(
                        "requestUUID",
                        "originServiceId",
                        "expirationTime",
                        "oneway",
                        "persistent",
                        "retries",
                        "deviceName",
                        "deviceType")
                .containsEntry("requestUUID", id.toString())
                .containsEntry("oneway", "false")
                .containsEntry("persistent", "false")
                .containsEntry("retries", "2")
                .containsEntry("deviceName", "D")
                .containsEntry("deviceType", "default");
        assertThat(connection.calls.getFirst().params()).isEqualTo("\"on\"");
    }

    @Test
    void aReplyThatIsNotJsonIsNotAcceptable() {
        connection.replying("no JSON").subscribe(connections);

        assertThat(twoWay(SET_GPIO).expectError(406, 2).text("/message"))
                .startsWith("The device's reply is not JSON:");
    }

    @ParameterizedTest
    @CsvSource({"/api/rpc, 504", "/api/plugins/rpc, 408"})
    void aDeviceThatDoesNotReplyTimesOut(String path, int status) {
        connection.behaving(RpcCall::delivered).subscribe(connections);

        admin.post(path + "/twoway/" + device, expiringIn(Duration.ofSeconds(3)))
                .expectError(status, 2);
    }

    @ParameterizedTest
    @CsvSource({"/api/rpc, 504", "/api/plugins/rpc, 409"})
    void aDeviceThatDoesNotSubscribeIsNotConnectedInTime(String path, int status) {
        assertThat(
                        admin.post(path + "/oneway/" + device, expiringIn(Duration.ofSeconds(3)))
                                .expectError(status, 2)
                                .text("/message"))
                .isEqualTo("The device had no connection that receives requests");
    }

    @Test
    void aConnectionWithoutRoomIsAnErrorAtOnce() {
        connection.behaving(call -> call.failed(Delivery.NO_ROOM)).subscribe(connections);

        twoWay(expiringIn(Duration.ofMinutes(4))).expectError(503, 2);
    }

    @Test
    void aRequestReachesADeviceThatSubscribesBeforeItExpires() throws Exception {
        CompletableFuture<Answer> answer =
                CompletableFuture.supplyAsync(() -> twoWay(expiringIn(Duration.ofSeconds(60))));
        await().until(() -> !waiting().isEmpty());

        connection.replying("1").subscribe(connections);

        assertThat(answer.get(60, TimeUnit.SECONDS).expect(200).body()).isEqualTo("1");
        assertThat(connection.calls).hasSize(1);
    }

    @Test
    void withoutANodeThatSendsRequestsTheyTimeOut() {
        String chain = RuleChains.answering().save(server.serviceClient(tenant));
        admin.post("/api/ruleChain/%s/root".formatted(chain), "").expect(200);

        assertThat(twoWay(expiringIn(Duration.ofSeconds(2))).expectError(504, 2).text("/message"))
                .contains("no rule chain sent the request");
    }

    @Test
    void theReplyGoesThroughTheChainWhenTheRestCallerHasGone() {
        connection.replying("{\"answered\":5}").subscribe(connections);
        RuleChains graph = new RuleChains("Saving replies");
        int call = graph.node("rpc.TbSendRPCRequestNode", "Call", "{\"timeoutInSeconds\":60}");
        String chain = graph.storingData(call, "Success").save(server.serviceClient(tenant));
        admin.post("/api/ruleChain/%s/root".formatted(chain), "").expect(200);

        server.bean(MessageIntake.class)
                .submit(
                        RuleMessage.of(
                                tenant,
                                device.entity(),
                                "RPC_CALL_FROM_SERVER_TO_DEVICE",
                                Metadata.of(
                                        Map.of(
                                                "requestUUID",
                                                UUID.randomUUID().toString(),
                                                "originServiceId",
                                                server.bean(InstanceSettings.class).instanceId())),
                                Payload.ofText(SET_GPIO),
                                System.currentTimeMillis()));

        await().untilAsserted(() -> assertThat(latest("answered")).isEqualTo("5"));
        await().until(() -> waiting().isEmpty());
    }

    private String latest(String key) {
        return admin.get(
                        "/api/plugins/telemetry/DEVICE/%s/values/timeseries?keys=%s"
                                .formatted(device, key))
                .expect(200)
                .json()
                .at("/%s/0/value".formatted(key))
                .asString("");
    }

    @Test
    void aRequestOfTheDeviceIsAnsweredOnItsConnection() {
        RuleChains graph = new RuleChains("Answering devices");
        graph.node("rpc.TbSendRPCReplyNode", "Reply", "{}");
        String chain = graph.save(server.serviceClient(tenant));
        admin.post("/api/ruleChain/%s/root".formatted(chain), "").expect(200);

        server.bean(MessageIntake.class)
                .submit(
                        RuleMessage.of(
                                tenant,
                                device.entity(),
                                "TO_SERVER_RPC_REQUEST",
                                Metadata.of(
                                        Map.of(
                                                "serviceId",
                                                server.bean(InstanceSettings.class).instanceId(),
                                                "sessionId",
                                                connection.id().toString(),
                                                "requestId",
                                                "7")),
                                Payload.ofText("{\"time\":1}"),
                                System.currentTimeMillis()));

        await().untilAsserted(
                        () -> assertThat(connection.replies).containsExactly("7 {\"time\":1}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"params":{}}                                             | method: must be a text
                    {"method":" ","params":{}}                                | method: must be a text
                    {"method":"m"}                                            | params: is missing
                    {"method":"m","params":1,"timeout":-1}                    | timeout: must be from 0 to 300000
                    {"method":"m","params":1,"timeout":300001}                | timeout: must be from 0 to 300000
                    {"method":"m","params":1,"expirationTime":1}              | expirationTime: must be later than now
                    {"method":"m","params":1,"expirationTime":9000000000000}  | expirationTime: must be at most 300000 ms
                    {"method":"m","params":1,"persistent":true,"expirationTime":253402300800000} | expirationTime: must be before the year 10000
                    {"method":"m","params":1,"retries":-1}                    | retries: must be 0 or more
                    {"method":"m","params":1,"requestUUID":"7"}               | requestUUID
                    {"method":"m","params":1,"timeout":"soon"}                | timeout
                    no JSON                                                   |
                    """)
    void refusesInvalidBodies(String body, String message) {
        assertThat(twoWay(body).expectError(400, 31).text("/message"))
                .contains(message == null ? "" : message);
        assertThat(connection.calls).isEmpty();
    }

    @Test
    void aCustomersUserSendsToDevicesThatAreAssignedToIt() {
        connection.replying("true").subscribe(connections);
        CustomerId customer = server.newCustomer(tenant);
        RestClient user = server.customerUser(tenant, customer);
        user.post("/api/rpc/twoway/" + device, SET_GPIO).expect(403);
        admin.post("/api/customer/%s/device/%s".formatted(customer, device), "").expect(200);

        user.post("/api/rpc/twoway/" + device, SET_GPIO).expect(200);

        assertThat(submitted("RPC_CALL_FROM_SERVER_TO_DEVICE"))
                .allSatisfy(message -> assertThat(message.customer()).isEqualTo(customer));
    }

    @Test
    void aCallWithTheIdOfAWaitingOneIsAConflict() throws Exception {
        String body =
                "{\"method\":\"m\",\"params\":1,\"timeout\":60000,\"requestUUID\":\"%s\"}"
                        .formatted(UUID.randomUUID());
        CompletableFuture<Answer> first = CompletableFuture.supplyAsync(() -> twoWay(body));
        await().until(() -> !waiting().isEmpty());

        twoWay(body).expectError(409, 2);

        connection.replying("1").subscribe(connections);
        first.get(60, TimeUnit.SECONDS).expect(200);
    }

    private String store(String more) {
        return twoWay("{\"method\":\"m\",\"params\":1,\"persistent\":true%s}".formatted(more))
                .expect(200)
                .text("/rpcId");
    }

    private JsonNode stored(String id) {
        return admin.get("/api/rpc/persistent/" + id).expect(200).json();
    }

    private void awaitStatus(String id, String status) {
        await().untilAsserted(
                        () -> assertThat(stored(id).path("status").asString()).isEqualTo(status));
    }

    private List<String> states(String id) {
        return server.bean(SubmittedMessages.class).of(tenant).stream()
                .filter(message ->
                        message.type().startsWith("RPC_")
                                && message.payload().json().at("/id/id").asString("").equals(id))
                .map(RuleMessage::type)
                .toList();
    }

    private void awaitStates(String id, String... states) {
        await().untilAsserted(() -> assertThat(states(id)).containsExactly(states));
    }

    @Test
    void aPersistentRequestIsStoredUntilTheDeviceSubscribesAndThenSucceeds() {
        String id = store(",\"additionalInfo\":{\"by\":\"me\"}");

        JsonNode queued = stored(id);
        assertThat(queued.path("status").asString()).isEqualTo("QUEUED");
        assertThat(queued.at("/id/entityType").asString()).isEqualTo("RPC");
        assertThat(queued.at("/deviceId/id").asString()).isEqualTo(device.toString());
        assertThat(queued.at("/additionalInfo/by").asString()).isEqualTo("me");
        assertThat(queued.path("response").isNull()).isTrue();
        assertThat(queued.at("/request/body"))
                .isEqualTo(JsonMapper.shared().readTree("{\"method\":\"m\",\"params\":\"1\"}"));
        assertThat(queued.at("/request/persisted").asBoolean()).isTrue();
        assertThat(queued.at("/request/retries").asInt()).isEqualTo(5);

        connection.replying("{\"done\":true}").subscribe(connections);

        awaitStatus(id, "SUCCESSFUL");
        assertThat(stored(id).at("/response/done").asBoolean()).isTrue();
        awaitStates(id, "RPC_QUEUED", "RPC_SENT", "RPC_DELIVERED", "RPC_SUCCESSFUL");
        RuleMessage told = submitted("RPC_SUCCESSFUL").findFirst().orElseThrow();
        assertThat(told.originator()).isEqualTo(device.entity());
        assertThat(told.metadata()).isEqualTo(Metadata.EMPTY);
        assertThat(told.payload().json()).isEqualTo(stored(id));
    }

    @Test
    void aPersistentOneWayRequestEndsWhenItIsDelivered() {
        connection.replying("not asked").subscribe(connections);

        String id =
                oneWay("{\"method\":\"m\",\"params\":1,\"persistent\":true}")
                        .expect(200)
                        .text("/rpcId");

        awaitStatus(id, "DELIVERED");
        awaitStates(id, "RPC_QUEUED", "RPC_SENT", "RPC_DELIVERED");
        assertThat(ended(id)).isTrue();
    }

    private boolean ended(String id) {
        return server.bean(JdbcClient.class)
                .sql("select ended from rpc where id = cast(? as uuid)")
                .param(id)
                .query((row, _) -> row.getBoolean("ended"))
                .single();
    }

    @Test
    void aReplyThatIsNotJsonFailsAPersistentRequest() {
        connection.replying("no JSON").subscribe(connections);

        String id = store("");

        awaitStatus(id, "FAILED");
        assertThat(stored(id).at("/response/error").asString())
                .startsWith("The device's reply is not JSON");
    }

    @Test
    void aRequestThatIsNotAcknowledgedIsSentAgainAsOftenAsItSays() {
        connection
                .behaving(call -> {
                    call.sent();
                    call.failed(Delivery.NOT_ACKNOWLEDGED);
                })
                .subscribe(connections);

        String id = store(",\"retries\":1,\"timeout\":60000");

        awaitStatus(id, "FAILED");
        assertThat(connection.calls).hasSize(2);
        awaitStates(id, "RPC_QUEUED", "RPC_SENT", "RPC_TIMEOUT", "RPC_SENT", "RPC_FAILED");
        assertThat(stored(id).at("/response/error").asString()).contains("sent 2 times");
    }

    @Test
    void aPersistentRequestExpires() {
        String id = store(",\"expirationTime\":" + (System.currentTimeMillis() + 3_000));

        awaitStatus(id, "EXPIRED");
        awaitStates(id, "RPC_QUEUED", "RPC_EXPIRED");
        connection.replying("1").subscribe(connections);
        await().during(Duration.ofSeconds(1)).until(() -> connection.calls.isEmpty());
    }

    @Test
    void aDeletedRequestIsNotSent() {
        String id = store("");

        admin.delete("/api/rpc/persistent/" + id).expect(200);

        admin.get("/api/rpc/persistent/" + id).expectError(404, 32);
        admin.delete("/api/rpc/persistent/" + id).expectError(404, 32);
        awaitStates(id, "RPC_QUEUED", "RPC_DELETED");
        assertThat(
                        submitted("RPC_DELETED")
                                .findFirst()
                                .orElseThrow()
                                .payload()
                                .json()
                                .path("status")
                                .asString())
                .isEqualTo("DELETED");
        connection.replying("1").subscribe(connections);
        await().during(Duration.ofSeconds(1)).until(() -> connection.calls.isEmpty());
    }

    @Test
    void listsTheRequestsOfADeviceByStatus() {
        String first = store("");
        String second = store("");
        String list =
                "/api/rpc/persistent/device/%s?pageSize=1&page=0&rpcStatus=".formatted(device);

        JsonNode queued = admin.get(list + "QUEUED").expect(200).json();

        assertThat(queued.path("totalElements").asInt()).isEqualTo(2);
        assertThat(queued.path("hasNext").asBoolean()).isTrue();
        assertThat(queued.at("/data/0/id/id").asString()).isIn(first, second);
        assertThat(admin.get(list + "SENT").expect(200).json().path("totalElements").asInt())
                .isZero();
        admin.get(list + "LOST").expect(400);
        assertThat(
                        admin.get(
                                        "/api/rpc/persistent/device/%s?pageSize=10&page=0&sortProperty=createdTime&sortOrder=ASC"
                                                .formatted(device))
                                .expect(200)
                                .text("/data/0/id/id"))
                .isEqualTo(first);
    }

    @Test
    void aDeletedDeviceTakesItsRequestsAlong() {
        String id = store("");

        admin.delete("/api/device/" + device).expect(200);

        admin.get("/api/rpc/persistent/" + id).expectError(404, 32);
    }

    @Test
    void anIdOfAnotherRequestIsRefused() {
        ObjectNode body =
                RestClient.object()
                        .put("method", "m")
                        .put("params", 1)
                        .put("persistent", true)
                        .put("requestUUID", UUID.randomUUID().toString());
        twoWay(body.toString()).expect(200);
        String other = admin.post("/api/device", Map.of("name", "E")).expect(200).text("/id/id");

        assertThat(
                        admin.post("/api/rpc/twoway/" + other, body)
                                .expectError(409, 2)
                                .text("/message"))
                .startsWith("requestUUID: another request has the id");
    }
}
