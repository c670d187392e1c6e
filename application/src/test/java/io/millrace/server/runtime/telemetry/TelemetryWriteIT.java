// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.TimedValue;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.SubmittedMessages;
import io.millrace.server.store.attribute.AttributeReader;
import io.millrace.server.store.timeseries.RetentionSweep;
import io.millrace.server.store.timeseries.TimeseriesReader;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class TelemetryWriteIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final EntityId device =
            DeviceId.of(admin.post("/api/device", Map.of("name", "A")).text("/id/id")).entity();

    private String path(String rest) {
        return "/api/plugins/telemetry/DEVICE/" + device.id() + rest;
    }

    private List<KeyValue> attributes(AttributeScope scope) {
        return server.bean(AttributeReader.class).attributes(tenant, device, scope).stream()
                .map(Attribute::keyValue)
                .toList();
    }

    private Map<String, TimedValue> latest() {
        return server.bean(TimeseriesReader.class).latest(tenant, device);
    }

    /** The types of the messages that rule chains have had from the device. */
    private List<String> told() {
        return admin.get("/api/messages/DEVICE/" + device.id() + "/paths?limit=50")
                .expect(200)
                .json()
                .valueStream()
                .map(delivery -> delivery.path("type").stringValue())
                .toList();
    }

    private void awaitTold(String... types) {
        await().untilAsserted(() -> assertThat(told()).contains(types));
    }

    @Test
    void writesAttributesOfAScopeAndTellsTheRuleChains() {
        admin.post(path("/attributes/SERVER_SCOPE"), "{\"a\":1,\"b\":\"text\"}").expect(200);
        admin.post(path("/SHARED_SCOPE"), "{\"c\":true}").expect(200);
        assertThat(
                        admin.post(
                                        "/api/plugins/telemetry/" + device.id() + "/SHARED_SCOPE",
                                        "{\"d\":2.5}")
                                .expect(200)
                                .body())
                .isEmpty();

        assertThat(attributes(AttributeScope.SERVER_SCOPE))
                .contains(
                        new KeyValue("a", new Value.LongValue(1)),
                        new KeyValue("b", new Value.StringValue("text")));
        assertThat(attributes(AttributeScope.SHARED_SCOPE))
                .containsExactly(
                        new KeyValue("c", new Value.BooleanValue(true)),
                        new KeyValue("d", new Value.DoubleValue(2.5)));
        awaitTold("ENTITY_CREATED", "ATTRIBUTES_UPDATED");
    }

    @Test
    void deletesAttributesOfAScopeAndTellsTheRuleChains() {
        admin.post(path("/SHARED_SCOPE"), "{\"a\":1,\"b\":2,\"c\":3,\"d\":4}").expect(200);

        admin.delete(path("/SHARED_SCOPE?keys=a,b,never-written")).expect(200);
        admin.delete("/api/plugins/telemetry/" + device.id() + "/SHARED_SCOPE?keys=c").expect(200);
        admin.delete(path("/SERVER_SCOPE?keys=d")).expect(200);

        assertThat(attributes(AttributeScope.SHARED_SCOPE))
                .containsExactly(new KeyValue("d", new Value.LongValue(4)));
        awaitTold("ATTRIBUTES_DELETED");
    }

    @Test
    void aDeletedAttributeMayBeWrittenAgain() {
        admin.post(path("/SHARED_SCOPE"), "{\"a\":1}").expect(200);
        admin.delete(path("/SHARED_SCOPE?keys=a")).expect(200);
        admin.post(path("/SHARED_SCOPE"), "{\"a\":2}").expect(200);

        assertThat(attributes(AttributeScope.SHARED_SCOPE))
                .containsExactly(new KeyValue("a", new Value.LongValue(2)));
    }

    @Test
    void writesTimeSeriesAndTellsTheRuleChains() {
        admin.post(path("/timeseries/ANY"), "{\"ts\":1000,\"values\":{\"t\":21,\"u\":\"x\"}}")
                .expect(200);

        assertThat(latest())
                .isEqualTo(
                        Map.of(
                                "t", new TimedValue(1000, new Value.LongValue(21)),
                                "u", new TimedValue(1000, new Value.StringValue("x"))));
        awaitTold("TIMESERIES_UPDATED");
        assertThat(told()).doesNotContain("POST_TELEMETRY_REQUEST");
    }

    @Test
    void aValueLeadsToTheMessageThatToldTheRuleChainsOfIt() {
        admin.post(path("/timeseries/ANY"), "{\"ts\":1000,\"values\":{\"t\":21}}").expect(200);

        String message =
                admin.get(path("/values/timeseries/message?key=t&ts=1000"))
                        .expect(200)
                        .text("/messageId");
        await().untilAsserted(() ->
                assertThat(
                                admin.get("/api/messages/%s/path".formatted(message))
                                        .expect(200)
                                        .text("/deliveries/0/type"))
                        .isEqualTo("TIMESERIES_UPDATED"));
    }

    @Test
    void onlyUsersWhoMayReadAValueFindItsMessage() {
        admin.post(path("/timeseries/ANY"), "{\"ts\":1000,\"values\":{\"t\":21}}").expect(200);
        String look = path("/values/timeseries/message?key=t&ts=1000");

        admin.get(look).expect(200);
        server.anonymous().get(look).expect(401);
        server.newTenantAdministrator().get(look).expect(404);
        server.systemAdministrator().get(look).expect(403);
    }

    @Test
    void writesTimeSeriesWithATimeToLive() {
        admin.post(path("/timeseries/ANY/0"), "{\"ts\":1000,\"values\":{\"t\":21}}").expect(200);
        admin.post(path("/timeseries/ANY/3600"), "{\"ts\":2000,\"values\":{\"u\":22}}").expect(200);

        assertThat(latest())
                .isEqualTo(
                        Map.of(
                                "t", new TimedValue(1000, new Value.LongValue(21)),
                                "u", new TimedValue(2000, new Value.LongValue(22))));
        awaitTold("TIMESERIES_UPDATED");
        for (String bad : List.of("-1", "soon", "1.5")) {
            assertThat(admin.post(path("/timeseries/ANY/" + bad), "{\"t\":1}").expect(400).body())
                    .isEqualTo(
                            "ttl: expected a number of seconds, 0 or more, got '%s'"
                                    .formatted(bad));
        }
    }

    @Test
    void valuesWhoseTimeToLiveHasEndedAreDeletedAndLatestValuesStay() throws Exception {
        admin.post(path("/timeseries/ANY/3600"), "{\"ts\":2000,\"values\":{\"t\":22}}").expect(200);
        admin.post(path("/timeseries/ANY/0"), "{\"ts\":3000,\"values\":{\"t\":21}}").expect(200);

        RetentionSweep sweep = server.bean(RetentionSweep.class);
        await().untilAsserted(() -> {
            sweep.sweep();
            assertThat(times("t")).containsExactly(3000L);
        });

        assertThat(latest()).containsOnlyKeys("t");
        assertThat(server.anonymous().get("/actuator/prometheus").expect(200).body())
                .containsPattern("millrace_retention_rows_deleted_total [1-9]")
                .contains(
                        "millrace_retention_overdue_seconds 0.0",
                        "millrace_retention_partitions_emptied_total",
                        "millrace_retention_last_run_timestamp_seconds");
    }

    private void saveThree() {
        String three =
                """
                [{"ts":1000,"values":{"t":1,"u":1}},{"ts":2000,"values":{"t":2,"u":2}},
                 {"ts":3000,"values":{"t":3,"u":3}}]
                """;
        admin.post(path("/timeseries/ANY"), three).expect(200);
    }

    private List<Long> times(String key) {
        String range = "/values/timeseries?startTs=0&endTs=10000&orderBy=ASC&keys=" + key;
        return admin.get(path(range))
                .expect(200)
                .json()
                .path(key)
                .valueStream()
                .map(value -> value.path("ts").longValue())
                .toList();
    }

    @Test
    void deletesTimeSeriesOfASpanAndTellsTheRuleChains() {
        saveThree();

        String span = "/timeseries/delete?keys=t,never-written&startTs=2000&endTs=3000";
        assertThat(admin.delete(path(span)).expect(200).body()).isEmpty();

        assertThat(times("t")).containsExactly(1000L, 3000L);
        assertThat(times("u")).containsExactly(1000L, 2000L, 3000L);
        assertThat(latest()).containsOnlyKeys("t", "u");
        awaitTold("TIMESERIES_DELETED");
        assertThat(
                        server.bean(SubmittedMessages.class).of(tenant).stream()
                                .filter(message -> message.type().equals("TIMESERIES_DELETED")))
                .singleElement()
                .extracting(message -> message.payload().text())
                .isEqualTo(
                        "{\"timeseries\":[\"t\",\"never-written\"],\"startTs\":2000,\"endTs\":3000}");
    }

    @Test
    void deletesLatestValuesAsTheParametersSay() {
        saveThree();

        admin.delete(path("/timeseries/delete?keys=t&startTs=3000&endTs=4000&deleteLatest=False"))
                .expect(200);
        assertThat(latest()).containsEntry("t", new TimedValue(3000, new Value.LongValue(3)));
        admin.delete(
                        path(
                                "/timeseries/delete?keys=u&startTs=3000&endTs=4000&rewriteLatestIfDeleted=true"))
                .expect(200);
        assertThat(latest()).containsEntry("u", new TimedValue(2000, new Value.LongValue(2)));
        admin.delete(path("/timeseries/delete?keys=u&startTs=2000&endTs=4000")).expect(200);
        assertThat(latest()).doesNotContainKey("u");
        assertThat(times("u")).containsExactly(1000L);
    }

    /** The keys {@code "a,b"} and {@code " c "}, escaped for a URL. */
    private static final String EXACT_KEYS = "key=a%2Cb&key=%20c%20";

    @Test
    void attributesWithCommasAndOuterSpacesAreReadAndDeletedByExactKeys() {
        admin.post(path("/SHARED_SCOPE"), "{\"a,b\":1,\" c \":2,\"a\":3,\"c\":4}").expect(200);

        String values = "/values/attributes/SHARED_SCOPE?";
        assertThat(keysOf(admin.get(path(values + EXACT_KEYS)).expect(200).json()))
                .containsExactlyInAnyOrder("a,b", " c ");
        assertThat(keysOf(admin.get(path(values + "keys=a,%20c%20&key=a%2Cb")).expect(200).json()))
                .containsExactlyInAnyOrder("a,b", "a", "c");
        admin.delete(path("/SHARED_SCOPE?" + EXACT_KEYS)).expect(200);

        assertThat(attributes(AttributeScope.SHARED_SCOPE))
                .extracting(KeyValue::key)
                .containsExactlyInAnyOrder("a", "c");
    }

    private static List<String> keysOf(JsonNode attributes) {
        return attributes
                .valueStream()
                .map(attribute -> attribute.path("key").stringValue())
                .toList();
    }

    @Test
    void timeSeriesWithCommasAndOuterSpacesAreReadAndDeletedByExactKeys() {
        admin.post(
                        path("/timeseries/ANY"),
                        "{\"ts\":1000,\"values\":{\"a,b\":1,\" c \":2,\"a\":3,\"c\":4}}")
                .expect(200);

        for (String read :
                List.of("?", "?startTs=0&endTs=2000&", "/history?startTs=0&endTs=2000&")) {
            assertThat(
                            admin.get(path("/values/timeseries" + read + EXACT_KEYS))
                                    .expect(200)
                                    .json()
                                    .propertyNames())
                    .as(read)
                    .containsExactlyInAnyOrder("a,b", " c ");
        }
        admin.delete(path("/timeseries/delete?deleteAllDataForKeys=true&" + EXACT_KEYS))
                .expect(200);

        assertThat(latest()).containsOnlyKeys("a", "c");
    }

    /** Python writes {@code True}, a form of HTML {@code on}. */
    @ParameterizedTest
    @ValueSource(strings = {"true", "True", "TRUE", "1", "yes", "on"})
    void deletesAllDataOfKeys(String yes) {
        saveThree();

        admin.delete(path("/timeseries/delete?keys=t&deleteAllDataForKeys=" + yes)).expect(200);

        assertThat(times("t")).isEmpty();
        assertThat(times("u")).hasSize(3);
        assertThat(latest()).containsOnlyKeys("u");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "                                             | keys: must name at least one key",
                "keys=                                        | keys: must name at least one key",
                "keys=t                                       | startTs: expected a number",
                "keys=t&startTs=1                             | endTs: expected a number",
                "keys=t&startTs=x&endTs=2                     | startTs: expected a number, got 'x'",
                "keys=t&startTs=2&endTs=1                     | endTs: expected 2 (startTs) or more, got 1",
                "keys=t&deleteAllDataForKeys=maybe            | deleteAllDataForKeys: expected true or false",
                "keys=t&startTs=1&endTs=2&deleteLatest=never  | deleteLatest: expected true or false, got 'never'",
                "keys=t&startTs=1&endTs=2&rewriteLatestIfDeleted=2 | rewriteLatestIfDeleted: expected true or false"
            })
    void saysWhichParameterOfADeletionIsWrong(@Nullable String query, String expected) {
        String path = path("/timeseries/delete?" + (query == null ? "" : query));

        assertThat(admin.delete(path).expect(400).body()).startsWith(expected);
    }

    @Test
    void saysInPlainTextWhatIsWrong() {
        RestClient.Answer bad = admin.post(path("/timeseries/ANY"), "{\"t\":").expect(400);
        assertThat(bad.header("Content-Type")).startsWith("text/plain");
        assertThat(bad.body()).startsWith("body: ");
        assertThat(
                        admin.post(
                                        path("/timeseries/ANY"),
                                        "{\"ts\":9223372036854775807,\"values\":{\"t\":1}}")
                                .expect(400)
                                .body())
                .startsWith("body: ts: expected milliseconds since 1970 from ")
                .endsWith("got 9223372036854775807");
        admin.post(path("/timeseries/ANY"), "{\"t\":null}").expect(400);
        admin.post(path("/timeseries/ANY"), "{}").expect(400);
        admin.post(path("/timeseries/ANY"), "[]").expect(400);
        admin.post(path("/timeseries/ANY"), "{\" \":1}").expect(400);
        admin.post(path("/SERVER_SCOPE"), "{}").expect(400);
        admin.post(path("/SERVER_SCOPE"), "[1]").expect(400);
        admin.post(path("/SERVER_SCOPE"), "{\" \":1}").expect(400);
        admin.post(path("/SERVER_SCOPE"), "{\"a\":null}").expect(400);
        admin.post(path("/SERVER_SCOPE"), "{\"%s\":1}".formatted("k".repeat(256))).expect(400);
        assertThat(admin.post(path("/CLIENT_SCOPE"), "{\"a\":1}").expect(400).body())
                .startsWith("scope: expected SERVER_SCOPE or SHARED_SCOPE");
        assertThat(admin.delete(path("/SERVER_SCOPE")).expect(400).body()).startsWith("keys: ");
        assertThat(admin.delete(path("/SERVER_SCOPE?keys=")).expect(400).body())
                .startsWith("keys: ");
        admin.post(path("/NO_SCOPE"), "{\"a\":1}").expect(400);
    }

    @ParameterizedTest
    @CsvSource({
        "ASSET,/api/asset",
        "CUSTOMER,/api/customer",
        "RULE_CHAIN,/api/ruleChain",
        "DEVICE_PROFILE,/api/deviceProfile",
        "ASSET_PROFILE,/api/assetProfile"
    })
    void otherKindsOfEntitiesHaveTimeSeriesAndAttributesToo(String type, String create) {
        Map<String, String> body =
                Map.of(
                        "name", "Kind",
                        "title", "Kind",
                        "type", type.equals("RULE_CHAIN") ? "CORE" : "DEFAULT");
        String id = admin.post(create, body).expect(200).text("/id/id");
        String own = "/api/plugins/telemetry/%s/%s".formatted(type, id);

        admin.post(own + "/timeseries/ANY", "{\"ts\":1000,\"values\":{\"t\":21}}").expect(200);
        admin.post(own + "/SERVER_SCOPE", "{\"a\":1}").expect(200);

        assertThat(admin.get(own + "/values/timeseries").expect(200).text("/t/0/value"))
                .isEqualTo("21");
        assertThat(keysOf(admin.get(own + "/values/attributes/SERVER_SCOPE").expect(200).json()))
                .contains("a");
    }

    @Test
    void anAccountHasAttributesThatItsCustomersUsersReadAndOnlyAdministratorsWrite() {
        CustomerId customer = server.newCustomer(tenant);
        RestClient user = server.customerUser(tenant, customer);
        String id = user.get("/api/auth/user").expect(200).text("/id/id");
        String own = "/api/plugins/telemetry/USER/" + id;

        admin.post(own + "/SERVER_SCOPE", "{\"a\":1}").expect(200);
        admin.post(own + "/timeseries/ANY", "{\"ts\":1000,\"values\":{\"t\":21}}").expect(200);

        assertThat(keysOf(user.get(own + "/values/attributes").expect(200).json()))
                .containsExactly("a");
        assertThat(user.get(own + "/values/timeseries").expect(200).text("/t/0/value"))
                .isEqualTo("21");
        user.post(own + "/SERVER_SCOPE", "{\"a\":2}").expect(403);
        server.customerUser(tenant, server.newCustomer(tenant))
                .get(own + "/values/attributes")
                .expect(403);
        server.newTenantAdministrator().get(own + "/values/attributes").expect(404);
        server.systemAdministrator().get(own + "/values/attributes").expect(403);
    }

    @Test
    void theTenantItselfIsTheInstallationsToWriteTo() {
        String own = "/api/plugins/telemetry/TENANT/" + tenant + "/SERVER_SCOPE";

        admin.post(own, "{\"a\":1}").expect(403);
        server.systemAdministrator().post(own, "{\"a\":1}").expect(200);
    }

    @Test
    void aCustomersUserWritesToWhatIsAssignedToTheCustomer() {
        CustomerId customer = server.newCustomer(tenant);
        Map<String, Object> body =
                Map.of(
                        "name",
                        "own",
                        "customerId",
                        Map.of("entityType", "CUSTOMER", "id", customer.toString()));
        String own = admin.post("/api/device", body).expect(200).text("/id/id");
        RestClient user = server.customerUser(tenant, customer);

        user.post("/api/plugins/telemetry/DEVICE/" + own + "/SERVER_SCOPE", "{\"a\":1}")
                .expect(200);
        user.post(path("/SERVER_SCOPE"), "{\"a\":1}").expect(403);
        user.post(path("/timeseries/ANY"), "{\"a\":1}").expect(403);
        user.delete(path("/SERVER_SCOPE?keys=a")).expect(403);
        user.delete(path("/timeseries/delete?keys=a&deleteAllDataForKeys=true")).expect(403);
    }
}
