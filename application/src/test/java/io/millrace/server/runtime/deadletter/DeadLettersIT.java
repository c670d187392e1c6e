// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.server.mainjob.MqttDevice;
import io.millrace.server.mainjob.RuleChains;
import io.millrace.server.mainjob.ServiceClient;
import io.millrace.server.mainjob.ServiceClient.Device;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.store.timeseries.TimeseriesReader;
import io.millrace.transport.mqtt.MqttServer;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Dead letters of a chain that fails, over REST and with the real queue. */
final class DeadLettersIT {

    private static final RestServer SERVER = RestServer.running();
    private static final String BROKEN =
            """
            {"scriptLang":"JS","tbelScript":"","jsScript":"if (msgType === 'POST_TELEMETRY_REQUEST') { throw new Error('no such luck'); } return true;"}
            """;

    private final TenantId tenant = SERVER.newTenant();
    private final RestClient admin = SERVER.tenantAdministrator(tenant);
    private final ServiceClient service = SERVER.serviceClient(tenant);
    private final Device device = service.createDevice("Unlucky");
    private final String chain = failing().save(service);

    DeadLettersIT() {
        service.useProfile(device, "Unlucky profile", chain);
    }

    private static RuleChains failing() {
        RuleChains failing = new RuleChains("Failing");
        failing.node("filter.TbJsFilterNode", "Broken filter", BROKEN);
        return failing;
    }

    /** Returns when messages go through the new version. */
    private void repair() {
        RuleChains repaired = new RuleChains("Repaired");
        int readings =
                repaired.node(
                        "filter.TbMsgTypeFilterNode",
                        "Readings",
                        "{\"messageTypes\":[\"POST_TELEMETRY_REQUEST\"]}");
        int save =
                repaired.node(
                        "telemetry.TbMsgTimeseriesNode",
                        "Save",
                        "{\"processingSettings\":{\"type\":\"ON_EVERY_MESSAGE\"}}");
        repaired.connect(readings, "True", save).replace(service, chain);
        Device probe = service.createDevice("Probe", "Unlucky profile");
        await().until(() -> {
            publishTo(MqttDevice.ATTRIBUTES, probe, "{\"a\":1}");
            return admin.get("/api/messages/DEVICE/" + probe.id() + "/paths")
                    .body()
                    .contains("\"Readings\"");
        });
    }

    private static void publish(Device device, String... payloads) {
        publishTo(MqttDevice.TELEMETRY, device, payloads);
    }

    private static void publishTo(String topic, Device device, String... payloads) {
        try (MqttDevice client =
                new MqttDevice(SERVER.bean(MqttServer.class).port(), device.token())) {
            for (String payload : payloads) {
                client.publish(topic, payload);
            }
        }
    }

    private JsonNode list(String query) {
        return admin.get("/api/deadLetters?pageSize=100&page=0" + query).expect(200).json();
    }

    private List<String> ids(String query) {
        return list(query)
                .get("data")
                .valueStream()
                .map(letter -> letter.get("id").asString())
                .toList();
    }

    private String onlyLetter() {
        return lettersOnceThereAre(1).getFirst();
    }

    /** An acknowledged message may still be in flight, where the machine is slow. */
    private List<String> lettersOnceThereAre(int letters) {
        return await().until(() -> ids(""), found -> found.size() == letters);
    }

    private JsonNode resend(String query, Object body) {
        return admin.post("/api/deadLetters/resend" + query, body).expect(200).json();
    }

    /** The latest values in the database. */
    private Map<String, String> readings(Device of) {
        Map<String, String> readings = new HashMap<>();
        SERVER.bean(TimeseriesReader.class)
                .latest(tenant, DeviceId.of(of.id()).entity())
                .forEach((key, value) -> readings.put(key, value.value().toString()));
        return readings;
    }

    private JsonNode ledger() {
        return admin.get("/api/ledger").expect(200).json().get("total");
    }

    private void assertResent(long messages) {
        JsonNode total = ledger();
        assertThat(total.at("/takenIn/RESENT").asLong()).isEqualTo(messages);
        assertThat(total.get("balanced").asBoolean()).isTrue();
    }

    private static void assertFigures(JsonNode result, Map<String, Integer> figures) {
        result.forEachEntry((name, figure) ->
                assertThat(figure.asInt())
                        .as("%s of %s", name, result)
                        .isEqualTo(figures.getOrDefault(name, 0)));
        assertThat(result.propertyNames()).containsAll(figures.keySet());
    }

    @Test
    void listsLettersNewestFirst() {
        publish(device, "{\"t\":1}", "{\"t\":2}", "{\"t\":3}");
        lettersOnceThereAre(3);

        JsonNode page = admin.get("/api/deadLetters?pageSize=2&page=0").expect(200).json();

        assertThat(page.get("totalElements").asInt()).isEqualTo(3);
        assertThat(page.get("hasNext").asBoolean()).isTrue();
        JsonNode letter = page.at("/data/0");
        assertThat(letter.get("error").asString()).contains("no such luck");
        assertThat(letter.at("/originator/id").asString()).isEqualTo(device.id());
        assertThat(letter.get("messageType").asString()).isEqualTo("POST_TELEMETRY_REQUEST");
        assertThat(letter.get("queueName").asString()).isEqualTo("Main");
        assertThat(letter.at("/ruleChainId/id").asString()).isEqualTo(chain);
        assertThat(letter.get("ruleNodeName").asString()).isEqualTo("Broken filter");
        assertThat(letter.get("attempts").asInt()).isPositive();
        assertThat(letter.has("data")).isFalse();
        assertThat(ids("").stream().map(id -> get(id).get("data").asString()))
                .containsExactly("{\"t\":3}", "{\"t\":2}", "{\"t\":1}");
        assertThat(ids("&sortProperty=createdTime&sortOrder=ASC")).isEqualTo(ids("").reversed());
    }

    private JsonNode get(String id) {
        return admin.get("/api/deadLetter/" + id).expect(200).json();
    }

    @Test
    void findsLettersByWhatTheyAreLike() {
        Device other = service.createDevice("Other", "Unlucky profile");
        publish(device, "{\"t\":1}");
        publish(other, "{\"t\":2}");
        lettersOnceThereAre(2);
        JsonNode letter = list("&entityType=DEVICE&entityId=" + device.id()).at("/data/0");
        long created = letter.get("createdTime").asLong();
        String node = letter.at("/ruleNodeId/id").asString();

        assertThat(ids("&entityType=DEVICE&entityId=" + device.id())).hasSize(1);
        assertThat(ids("&entityType=DEVICE")).hasSize(2);
        assertThat(ids("&entityType=ASSET")).isEmpty();
        assertThat(ids("&textSearch=SUCH%20luck")).hasSize(2);
        assertThat(ids("&textSearch=broken%20FILT")).hasSize(2);
        assertThat(ids("&textSearch=telemetry_req")).hasSize(2);
        assertThat(ids("&textSearch=no_such")).as("no pattern").isEmpty();
        assertThat(ids("&queueName=Main")).hasSize(2);
        assertThat(ids("&queueName=HighPriority")).isEmpty();
        assertThat(ids("&messageType=POST_TELEMETRY_REQUEST")).hasSize(2);
        assertThat(ids("&messageType=POST_ATTRIBUTES_REQUEST")).isEmpty();
        assertThat(ids("&ruleChainId=" + chain + "&ruleNodeId=" + node)).hasSize(2);
        assertThat(ids("&ruleNodeId=" + chain)).isEmpty();
        assertThat(ids("&startTime=%d&endTime=%d".formatted(created, created)))
                .contains(letter.get("id").asString());
        assertThat(ids("&endTime=" + (created - 60_000))).isEmpty();
        assertThat(ids("&startTime=" + (created + 60_000))).isEmpty();
    }

    @Test
    void showsAWholeLetterWithItsMessageAndItsWay() {
        publish(device, "{\"t\":21.5}");

        JsonNode letter = get(onlyLetter());

        assertThat(letter.get("data").asString()).isEqualTo("{\"t\":21.5}");
        assertThat(letter.get("dataType").asString()).isEqualTo("JSON");
        assertThat(letter.at("/metadata/deviceName").asString()).isEqualTo("Unlucky");
        assertThat(letter.get("ts").asLong()).isPositive();
        assertThat(letter.get("error").asString()).contains("no such luck");
        JsonNode hop = letter.at("/path/0/0");
        assertThat(hop.get("ruleChainName").asString()).isEqualTo("Failing");
        assertThat(hop.get("ruleNodeName").asString()).isEqualTo("Broken filter");
        assertThat(hop.get("label").asString()).isEqualTo("Failure");
    }

    @Test
    void deliversAMessageThatIsSentAgainAfterItsChainWasRepaired() {
        publish(device, "{\"t\":21.5}");
        String letter = onlyLetter();
        String message = get(letter).get("messageId").asString();
        repair();

        JsonNode result =
                admin.post("/api/deadLetter/" + letter + "/resend", "").expect(200).json();

        assertFigures(result, Map.of("matched", 1, "resent", 1));
        await().untilAsserted(() ->
                assertThat(String.valueOf(readings(device).get("t"))).contains("21.5"));
        admin.get("/api/deadLetter/" + letter).expectError(404, 32);
        assertResent(1);
        await("the message kept its id")
                .untilAsserted(() ->
                        assertThat(
                                        admin.get("/api/messages/" + message + "/path")
                                                .expect(200)
                                                .json()
                                                .get("deliveries")
                                                .valueStream()
                                                .map(delivery ->
                                                        delivery.get("outcome").asString()))
                                .contains("DONE"));
    }

    @Test
    void deliversARepairedMessage() {
        publish(device, "{\"t\":21.5}");
        String letter = onlyLetter();
        String message = get(letter).get("messageId").asString();
        repair();

        JsonNode result =
                admin.post(
                                "/api/deadLetter/" + letter + "/resend",
                                Map.of("data", "{\"t\":22.5}", "metadata", Map.of("ts", "1000")))
                        .expect(200)
                        .json();

        assertFigures(result, Map.of("matched", 1, "resent", 1));
        await().untilAsserted(() ->
                assertThat(String.valueOf(readings(device).get("t"))).contains("22.5"));
        admin.get("/api/deadLetter/" + letter).expectError(404, 32);
        await("the message kept its id")
                .untilAsserted(() ->
                        assertThat(
                                        admin.get("/api/messages/" + message + "/path")
                                                .expect(200)
                                                .body())
                                .contains("DONE"));
    }

    /** The failing script throws only for telemetry, so that a message of another type ends. */
    @Test
    void deliversAMessageWithARepairedType() {
        publish(device, "{\"t\":21.5}");
        String letter = onlyLetter();

        admin.post("/api/deadLetter/" + letter + "/resend", Map.of("type", "MENDED")).expect(200);

        await().untilAsserted(() -> {
            JsonNode ended = ledger().get("ended");
            assertThat(ended.path("DONE").asInt() + ended.path("DONE_WITHOUT_EFFECT").asInt())
                    .isPositive();
        });
        assertThat(ids("")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"data":"{\\"t\\":\\n  oops}"} | data: not valid JSON (line 2, column 3): Unrecognized token 'oops'
                    {"data":"{\\"t\\":1} x"}      | data: not valid JSON (line 1, column 9): Unrecognized token 'x'
                    {"data":""}                   | data: the payload is not JSON: it is empty
                    {"data":"{\\"t\\":\\"\\\\u0000\\"}"} | data: "t"
                    {"type":" "}                  | type: expected a message type; it is blank
                    {"metadata":{"a":null}}       | metadata.a: expected a text, got null
                    {"metadata":{"a":{}}}         | metadata.a: expected a text
                    {"metadata":[]}               | metadata: expected a JSON object
                    """)
    void refusesAnInvalidRepairAndKeepsTheLetter(String body, String expected) {
        publish(device, "{\"t\":21.5}");
        String letter = onlyLetter();

        RestClient.Answer answer = admin.post("/api/deadLetter/" + letter + "/resend", body);

        assertThat(answer.expectError(400, 31).text("/message")).startsWith(expected);
        assertThat(get(letter).get("data").asString()).isEqualTo("{\"t\":21.5}");
        assertResent(0);
    }

    @Test
    void makesANewLetterOfAMessageThatFailsAgain() {
        publish(device, "{\"t\":1}");
        String old = onlyLetter();
        String message = get(old).get("messageId").asString();

        admin.post("/api/deadLetter/" + old + "/resend", "").expect(200);

        admin.get("/api/deadLetter/" + old).expectError(404, 32);
        String renewed = onlyLetter();
        assertThat(renewed).isNotEqualTo(old);
        assertThat(get(renewed).get("messageId").asString()).isEqualTo(message);
        assertResent(1);
        await().untilAsserted(
                        () -> assertThat(ledger().at("/ended/DEAD_LETTERED").asInt()).isEqualTo(2));
    }

    @Test
    void sendsThoseAgainWhoseIdsItIsGiven() {
        publish(device, "{\"t\":1}", "{\"t\":2}", "{\"t\":3}");
        List<String> letters = lettersOnceThereAre(3);
        repair();

        JsonNode result =
                resend(
                        "",
                        Map.of(
                                "ids",
                                List.of(
                                        letters.getFirst(),
                                        letters.getLast(),
                                        "01890a5d-ac96-774b-bcce-b302099a8057")));

        assertFigures(result, Map.of("matched", 2, "resent", 2));
        assertThat(ids("")).containsExactly(letters.get(1));
        assertResent(2);
    }

    @Test
    void sendsThoseOfAFilterAgain() {
        Device other = service.createDevice("Other", "Unlucky profile");
        publish(device, "{\"t\":1}");
        publish(other, "{\"t\":2}");
        lettersOnceThereAre(2);
        repair();

        JsonNode result = resend("?entityType=DEVICE&entityId=" + other.id(), "");

        assertFigures(result, Map.of("matched", 1, "resent", 1));
        await().untilAsserted(() -> assertThat(readings(other)).containsKey("t"));
        assertThat(readings(device)).doesNotContainKey("t");
        assertThat(ids("")).hasSize(1);
    }

    @Test
    void sendsAllAgainOnceThoughAllFailAgain() {
        publish(
                device,
                Stream.of(1, 2, 3, 4, 5).map("{\"t\":%d}"::formatted).toArray(String[]::new));
        List<String> old = lettersOnceThereAre(5);

        JsonNode result = resend("?all=true", "");

        assertFigures(result, Map.of("matched", 5, "resent", 5));
        assertThat(lettersOnceThereAre(5)).doesNotContainAnyElementsOf(old);
        assertResent(5);
    }

    @Test
    void sendsALetterOnceThoughManyAskForItAtOnce() throws Exception {
        publish(device, "{\"t\":1}");
        String letter = onlyLetter();
        repair();
        Callable<Integer> call =
                () -> admin.post("/api/deadLetter/" + letter + "/resend", "").status();

        List<Integer> answers;
        try (ExecutorService callers = Executors.newFixedThreadPool(8)) {
            answers =
                    callers.invokeAll(Collections.nCopies(8, call)).stream()
                            .map(Future::resultNow)
                            .toList();
        }

        assertThat(answers).containsOnlyOnce(200).isSubsetOf(200, 404, 409);
        assertResent(1);
    }

    @Test
    void saysThatALetterIsBeingSentAlready() {
        publish(device, "{\"t\":1}");
        String letter = onlyLetter();
        SERVER.bean(JdbcClient.class)
                .sql(
                        "update dead_letter set resending_until = now() + interval '1 minute' where id = cast(? as uuid)")
                .param(letter)
                .update();

        admin.post("/api/deadLetter/" + letter + "/resend", "").expectError(409, 2);
        admin.delete("/api/deadLetter/" + letter).expectError(409, 2);
        assertFigures(resend("?all=true", ""), Map.of("matched", 1, "busy", 1));
        assertFigures(delete("?all=true", null), Map.of("matched", 1, "busy", 1));
        assertThat(onlyLetter()).isEqualTo(letter);
    }

    private JsonNode delete(String query, @Nullable String body) {
        return admin.send("DELETE", "/api/deadLetters" + query, body).expect(200).json();
    }

    @Test
    void deletesOneLetterSomeByTheirIdsThoseOfAFilterAndAll() {
        Device other = service.createDevice("Other", "Unlucky profile");
        publish(other, "{\"t\":0}");
        lettersOnceThereAre(1);
        publish(device, "{\"t\":1}", "{\"t\":2}", "{\"t\":3}", "{\"t\":4}");
        List<String> letters = lettersOnceThereAre(5);

        admin.delete("/api/deadLetter/" + letters.getFirst()).expect(200);
        admin.delete("/api/deadLetter/" + letters.getFirst()).expectError(404, 32);
        assertThat(ids("")).isEqualTo(letters.subList(1, 5));

        assertFigures(
                delete("", "{\"ids\":[\"%s\"]}".formatted(letters.get(1))),
                Map.of("matched", 1, "deleted", 1));
        assertThat(ids("")).isEqualTo(letters.subList(2, 5));

        assertFigures(
                delete("?entityType=DEVICE&entityId=" + other.id(), null),
                Map.of("matched", 1, "deleted", 1));
        assertThat(ids("")).isEqualTo(letters.subList(2, 4));

        assertFigures(delete("?all=true", null), Map.of("matched", 2, "deleted", 2));
        assertThat(ids("")).isEmpty();
        assertResent(0);
    }

    @Test
    void countsLettersThatAreGone() {
        publish(device, "{\"t\":1}", "{\"t\":2}");
        List<String> letters = lettersOnceThereAre(2);
        double resent = counted("resent");
        double deleted = counted("deleted");

        admin.post("/api/deadLetter/" + letters.getFirst() + "/resend", "").expect(200);
        admin.delete("/api/deadLetter/" + letters.getLast()).expect(200);

        await().untilAsserted(() -> assertThat(counted("resent")).isEqualTo(resent + 1));
        assertThat(counted("deleted")).isEqualTo(deleted + 1);
    }

    private static double counted(String reason) {
        return SERVER.bean(MeterRegistry.class)
                .get("millrace.dead.letters.gone")
                .tag("reason", reason)
                .counter()
                .count();
    }

    @Test
    void showsAndChangesNothingOfAnotherTenants() {
        publish(device, "{\"t\":1}");
        String letter = onlyLetter();
        RestClient stranger = SERVER.newTenantAdministrator();

        stranger.get("/api/deadLetter/" + letter).expectError(404, 32);
        stranger.post("/api/deadLetter/" + letter + "/resend", "").expectError(404, 32);
        stranger.post("/api/deadLetter/" + letter + "/resend", Map.of("data", "{}"))
                .expectError(404, 32);
        stranger.delete("/api/deadLetter/" + letter).expectError(404, 32);
        JsonNode result =
                stranger.post("/api/deadLetters/resend", Map.of("ids", List.of(letter)))
                        .expect(200)
                        .json();
        assertFigures(result, Map.of());
        assertThat(onlyLetter()).isEqualTo(letter);
    }
}
