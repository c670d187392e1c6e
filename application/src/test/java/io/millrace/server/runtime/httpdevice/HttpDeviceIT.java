// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.settings.DeviceApiSettings;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.rest.HeldRequest;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestClient.Answer;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.SubmittedMessages;
import io.millrace.server.runtime.connection.DeviceDownlinks;
import io.millrace.server.runtime.connection.RecordedCall;
import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.DeviceConnections;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Devices that talk HTTP to the running service. */
class HttpDeviceIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final DeviceId device =
            DeviceId.of(admin.post("/api/device", Map.of("name", "A")).expect(200).text("/id/id"));
    private final String token =
            admin.get("/api/device/%s/credentials".formatted(device))
                    .expect(200)
                    .text("/credentialsId");
    private final RestClient http = server.anonymous();
    private final DeviceConnections connections = server.bean(DeviceConnections.class);
    private final DeviceDownlinks downlinks = server.bean(DeviceDownlinks.class);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void endRequests() {
        connections.close(device, DeviceConnection.CloseCause.DEVICE_DELETED);
        threads.close();
    }

    private String path(String rest) {
        return "/api/v1/" + token + rest;
    }

    private String telemetry(String rest) {
        return "/api/plugins/telemetry/DEVICE/" + device + rest;
    }

    private CompletableFuture<Answer> async(Supplier<Answer> request) {
        return CompletableFuture.supplyAsync(request, threads);
    }

    /** Starts a poll and waits until the service knows it. */
    private CompletableFuture<Answer> poll(String rest) {
        // An earlier poll that is answered may still be there.
        List<DeviceConnection> before = List.copyOf(connections.of(device));
        CompletableFuture<Answer> answer = async(() -> http.get(path(rest)));
        await().until(() ->
                connections.of(device).stream()
                        .anyMatch(connection -> !before.contains(connection)));
        return answer;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"t":21.5} | 21.5
                    {"ts":1700000000000,"values":{"t":22}} | 22
                    [{"ts":1700000000000,"values":{"t":1}},{"ts":1700000001000,"values":{"t":2}}] | 2
                    """)
    void telemetryIsStoredWhenItIsAccepted(String body, String latest) {
        Answer answer = http.post(path("/telemetry"), body).expect(200);

        assertThat(answer.body()).isEmpty();
        await().untilAsserted(() ->
                assertThat(admin.get(telemetry("/values/timeseries?keys=t")).text("/t/0/value"))
                        .isEqualTo(latest));
    }

    @Test
    void jsonThatIsSentAsAFormIsReadToo() {
        HttpRequest form =
                http.request(path("/telemetry"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString("{\"form\":1}"))
                        .build();

        http.send(form).expect(200);

        await().untilAsserted(() ->
                assertThat(admin.get(telemetry("/keys/timeseries")).body()).contains("form"));
    }

    @ParameterizedTest
    @CsvSource({"/telemetry", "/attributes", "/rpc", "/claim"})
    void malformedJsonIsRefusedWithItsPlace(String endpoint) {
        Answer answer = http.post(path(endpoint), "{\"a\":1,").expect(400);

        assertThat(answer.header("Content-Type")).startsWith("text/plain");
        assertThat(answer.body()).contains("the payload is not JSON");
    }

    @Test
    void malformedTelemetryNamesTheByte() {
        assertThat(http.post(path("/telemetry"), "{\"a\":1,]}").expect(400).body())
                .contains("at byte 7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/telemetry", "/attributes", "/rpc", "/rpc/1", "/claim"})
    void anUnknownTokenIsRefusedWithAnEmptyBody(String endpoint) {
        Answer answer = http.post("/api/v1/no-such-token" + endpoint, "{\"a\":1}").expect(401);

        assertThat(answer.body()).isEmpty();
    }

    @Test
    void theBodyOfAnUnknownDeviceIsNotAwaited() throws IOException {
        try (HeldRequest request =
                new HeldRequest(
                        http.baseUrl(), "/api/v1/no-such-token/telemetry", 1_000_000, null)) {
            assertThat(request.status()).startsWith("HTTP/1.1 401");
        }
    }

    @Test
    void theTokenOfAUserIsOfNoUse() {
        admin.get("/api/v1/no-such-token/attributes").expect(401);
        assertThat(admin.get(path("/attributes")).expect(200).body()).isEqualTo("{}");
    }

    @Test
    void aBodyThatIsTooLargeIsRefused() {
        String large = "{\"method\":\"" + "x".repeat(64 * 1024) + "\"}";

        http.post(path("/rpc"), large).expect(413);
        http.post(path("/rpc/1"), large).expect(413);
        http.post(path("/attributes"), "{\"a\":\"" + "x".repeat(64 * 1024) + "\"}").expect(200);
    }

    @Test
    void attributesAreReadByKeyOrAll() {
        http.post(path("/attributes"), "{\"fw\":\"v1.2\",\"n\":1}").expect(200);
        admin.post(telemetry("/attributes/SHARED_SCOPE"), "{\"limit\":5,\"mode\":\"x\"}")
                .expect(200);
        admin.post(telemetry("/attributes/SERVER_SCOPE"), "{\"secret\":1}").expect(200);

        await().untilAsserted(() ->
                assertThat(http.get(path("/attributes")).expect(200).json().toString())
                        .isEqualTo(
                                "{\"client\":{\"fw\":\"v1.2\",\"n\":1},\"shared\":{\"limit\":5,\"mode\":\"x\"}}"));
        assertThat(http.get(path("/attributes?clientKeys=fw,no&sharedKeys=limit")).body())
                .isEqualTo("{\"client\":{\"fw\":\"v1.2\"},\"shared\":{\"limit\":5}}");
        assertThat(http.get(path("/attributes?sharedKeys=mode")).body())
                .isEqualTo("{\"shared\":{\"mode\":\"x\"}}");
        assertThat(http.get(path("/attributes?clientKeys=secret")).body()).isEqualTo("{}");
    }

    @Test
    void attributesWithCommasAreReadByExactKeys() {
        http.post(path("/attributes"), "{\"a,b\":1,\"a\":2}").expect(200);
        admin.post(telemetry("/attributes/SHARED_SCOPE"), "{\"c,d\":3,\"c\":4}").expect(200);

        await().untilAsserted(() ->
                assertThat(
                                http.get(path("/attributes?clientKey=a%2Cb&sharedKey=c%2Cd"))
                                        .expect(200)
                                        .body())
                        .isEqualTo("{\"client\":{\"a,b\":1},\"shared\":{\"c,d\":3}}"));
    }

    @Test
    void aPollForUpdatesIsWokenByWrittenAndDeletedSharedAttributes() {
        CompletableFuture<Answer> written = poll("/attributes/updates?timeout=30000");
        admin.post(telemetry("/attributes/SERVER_SCOPE"), "{\"other\":1}").expect(200);
        admin.post(telemetry("/attributes/SHARED_SCOPE"), "{\"limit\":5}").expect(200);
        assertThat(written.join().expect(200).body()).isEqualTo("{\"limit\":5}");

        CompletableFuture<Answer> deleted = poll("/attributes/updates?timeout=30000");
        admin.delete(telemetry("/SHARED_SCOPE?keys=limit")).expect(200);
        assertThat(deleted.join().expect(200).body()).isEqualTo("{\"deleted\":[\"limit\"]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/attributes/updates", "/rpc"})
    void aPollWithoutDataEndsAfterItsTimeout(String endpoint) {
        http.get(path(endpoint + "?timeout=50")).expect(408);

        assertThat(connections.of(device)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "300001"})
    void aTimeoutOutOfRangeIsRefused(String timeout) {
        assertThat(http.get(path("/rpc?timeout=" + timeout)).expect(400).body())
                .contains("timeout: must be from 0 to 300000 milliseconds, but is " + timeout);
    }

    @Test
    void anRpcRequestWakesAPollAndTheReplyEndsTheCall() {
        RecordedCall call = RecordedCall.within(LIMIT, false);
        CompletableFuture<Answer> poll = poll("/rpc?timeout=30000");

        downlinks.rpc(tenant, device, call);

        JsonNode request = poll.join().expect(200).json();
        assertThat(request.path("method").stringValue()).isEqualTo("setGpio");
        assertThat(request.path("params").toString()).isEqualTo("{\"pin\":7}");
        await().untilAsserted(
                        () -> assertThat(call.progress()).containsExactly("sent", "delivered"));

        http.post(path("/rpc/" + request.path("id").asInt()), "{\"ok\":true}").expect(200);
        http.post(path("/rpc/" + request.path("id").asInt()), "again").expect(200);

        assertThat(call.progress()).containsExactly("sent", "delivered", "replied {\"ok\":true}");
    }

    @Test
    void aOneWayRequestEndsWhenItIsWritten() {
        RecordedCall call = RecordedCall.within(LIMIT, true);
        CompletableFuture<Answer> poll = poll("/rpc?timeout=30000");

        downlinks.rpc(tenant, device, call);

        poll.join().expect(200);
        await().untilAsserted(
                        () -> assertThat(call.progress()).containsExactly("sent", "delivered"));
    }

    @Test
    void aRequestWithoutAReplyEndsWhenItExpires() {
        CompletableFuture<Answer> poll = poll("/rpc?timeout=30000");
        RecordedCall call = RecordedCall.within(Duration.ofSeconds(3), false);

        downlinks.rpc(tenant, device, call);

        poll.join().expect(200);
        await().untilAsserted(() ->
                assertThat(call.progress())
                        .containsExactly("sent", "delivered", "failed NOT_ACKNOWLEDGED"));
    }

    @Test
    void aDeviceCannotReplyForAnother() {
        RecordedCall call = RecordedCall.within(LIMIT, false);
        CompletableFuture<Answer> poll = poll("/rpc?timeout=30000");
        downlinks.rpc(tenant, device, call);
        int id = poll.join().expect(200).json().path("id").asInt();
        String other = admin.post("/api/device", Map.of("name", "B")).expect(200).text("/id/id");
        String otherToken =
                admin.get("/api/device/%s/credentials".formatted(other)).text("/credentialsId");

        http.post("/api/v1/%s/rpc/%d".formatted(otherToken, id), "stolen").expect(200);
        http.post(path("/rpc/" + id), "own").expect(200);

        await().untilAsserted(() ->
                assertThat(call.progress()).containsExactly("sent", "delivered", "replied own"));
    }

    @Test
    void aDeviceWithoutAPollIsNotConnected() {
        RecordedCall call = RecordedCall.within(LIMIT, false);
        CompletableFuture<Answer> updates = poll("/attributes/updates?timeout=30000");

        downlinks.rpc(tenant, device, call);

        assertThat(call.progress()).containsExactly("failed NOT_CONNECTED");
        assertThat(downlinks.receivingRpc(Set.of(device)).toCompletableFuture().join()).isEmpty();
        assertThat(updates).isNotDone();
    }

    @Test
    void aRequestOfTheDeviceWaitsForTheAnswerOfItsRuleChain() {
        CompletableFuture<Answer> request =
                async(() -> http.post(path("/rpc"), "{\"method\":\"getTime\",\"params\":{}}"));
        await().until(() -> !connections.of(device).isEmpty());
        DeviceConnection waiting = connections.of(device).getFirst();

        downlinks
                .rpcReply(
                        device,
                        server.bean(InstanceSettings.class).instanceId(),
                        waiting.id(),
                        1,
                        "{\"time\":5}".getBytes(StandardCharsets.UTF_8))
                .toCompletableFuture()
                .join();

        assertThat(request.join().expect(200).body()).isEqualTo("{\"time\":5}");
    }

    @Test
    void thePollsOfADeviceAreLimited() {
        int most = server.bean(DeviceApiSettings.class).pollsPerDevice();
        List<CompletableFuture<Answer>> polls = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            polls.add(poll("/rpc?timeout=30000"));
        }

        Answer refused = http.get(path("/rpc?timeout=30000")).expect(429);

        assertThat(refused.header("Retry-After")).isEqualTo("5");
        connections.close(device, DeviceConnection.CloseCause.TAKEN_OVER);
        polls.forEach(poll -> poll.join().expect(429));
        http.get(path("/rpc?timeout=50")).expect(408);
    }

    @Test
    void aPollOfADeletedDeviceEnds() {
        CompletableFuture<Answer> poll = poll("/rpc?timeout=30000");

        admin.delete("/api/device/" + device).expect(200);

        poll.join().expect(403);
        http.get(path("/rpc?timeout=50")).expect(401);
    }

    @Test
    void thereAreNoPackages() {
        assertThat(http.get(path("/firmware?title=a&version=1")).expect(404).body())
                .isEqualTo("This server has no firmware or software packages");
        http.get(path("/software")).expect(404);
    }

    @Test
    void requestsAreActivityAndNoConnection() {
        http.post(path("/telemetry"), "{\"t\":1}").expect(200);
        http.get(path("/rpc?timeout=50")).expect(408);

        await().untilAsserted(() ->
                assertThat(server.bean(SubmittedMessages.class).of(tenant))
                        .filteredOn(message -> message.originator().equals(device.entity()))
                        .extracting(RuleMessage::type)
                        .contains("ACTIVITY_EVENT")
                        .doesNotContain("CONNECT_EVENT", "DISCONNECT_EVENT"));
    }

    @Test
    void aPollOfASingleInstanceWritesNoRow() {
        http.get(path("/rpc?timeout=1000")).expect(408);

        assertThat(
                        server.bean(JdbcClient.class)
                                .sql("select count(*) from device_connection where device_id = ?")
                                .param(device.id())
                                .query(Long.class)
                                .single())
                .isZero();
    }

    @Test
    void instancesOfAClusterCallEachOtherWhereNoUserCan() {
        for (RestClient caller : List.of(http, admin, server.systemAdministrator())) {
            caller.post("/internal/device-connections", "{\"messages\":[]}").expectError(401, 10);
        }
    }
}
