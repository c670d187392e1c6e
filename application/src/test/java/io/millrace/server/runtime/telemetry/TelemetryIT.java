// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.Value;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.TestTelemetry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TelemetryIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final TestTelemetry stored = server.bean(TestTelemetry.class);
    private final EntityId device =
            DeviceId.of(admin.post("/api/device", Map.of("name", "A")).text("/id/id")).entity();

    @BeforeEach
    void store() {
        stored.put(tenant, device, "b", 1000, new Value.LongValue(1));
        stored.put(tenant, device, "b", 2000, new Value.LongValue(2));
        stored.put(tenant, device, "b", 3000, new Value.DoubleValue(3.5));
        stored.put(tenant, device, "a", 1500, new Value.StringValue("text"));
        stored.put(tenant, device, "j", 1600, new Value.JsonValue("{\"x\":1}"));
        stored.put(
                tenant, device, AttributeScope.CLIENT_SCOPE, "k", 10, new Value.BooleanValue(true));
        stored.put(tenant, device, AttributeScope.SERVER_SCOPE, "k", 20, new Value.LongValue(7));
        stored.put(
                tenant, device, AttributeScope.SERVER_SCOPE, "s", 30, new Value.StringValue("v"));
    }

    private RestClient.Answer get(String path) {
        return admin.get("/api/plugins/telemetry/DEVICE/" + device.id() + path);
    }

    private static JsonNode json(String text) {
        return new JsonMapper().readTree(text);
    }

    @Test
    void listsKeys() {
        assertThat(get("/keys/timeseries").expect(200).json())
                .isEqualTo(json("[\"a\",\"b\",\"j\"]"));
    }

    @Test
    void readsLatestValuesAsTextOrAsWhatTheyAre() {
        assertThat(get("/values/timeseries").expect(200).json())
                .isEqualTo(
                        json(
                                """
                                {"a":[{"ts":1500,"value":"text"}],
                                 "b":[{"ts":3000,"value":"3.5"}],
                                 "j":[{"ts":1600,"value":"{\\"x\\":1}"}]}
                                """));
        assertThat(get("/values/timeseries?useStrictDataTypes=True").expect(200).json())
                .isEqualTo(
                        json(
                                """
                                {"a":[{"ts":1500,"value":"text"}],
                                 "b":[{"ts":3000,"value":3.5}],
                                 "j":[{"ts":1600,"value":{"x":1}}]}
                                """));
    }

    @Test
    void keepsEveryDigitOfANumber() {
        stored.put(tenant, device, "long", 1000, new Value.LongValue(9_007_199_254_740_993L));
        stored.put(tenant, device, "double", 1000, new Value.DoubleValue(12_345_678.25));
        String exact = "{\"x\":[0.12345678901234567890123,18446744073709551617]}";
        stored.put(tenant, device, "json", 1000, new Value.JsonValue(exact));
        stored.put(
                tenant,
                device,
                AttributeScope.SERVER_SCOPE,
                "json",
                1000,
                new Value.JsonValue(exact));

        assertThat(get("/values/timeseries?useStrictDataTypes=true").expect(200).body())
                .contains("9007199254740993", "1.234567825E7", exact);
        assertThat(get("/values/attributes/SERVER_SCOPE").expect(200).body()).contains(exact);
    }

    @Test
    void aKeyThatHasNoLatestValueIsAnsweredWithNull() {
        JsonNode answer = get("/values/timeseries?keys=a,none").expect(200).json();

        assertThat(answer.propertyNames()).containsExactly("a", "none");
        assertThat(answer.path("none").get(0).path("value").isNull()).isTrue();
        assertThat(answer.path("none").get(0).path("ts").longValue()).isPositive();
    }

    @Test
    void readsARangeNewestFirstUpToButWithoutItsEnd() {
        assertThat(
                        get("/values/timeseries?keys=b,none&startTs=1000&endTs=3000&useStrictDataTypes=true")
                                .expect(200)
                                .json())
                .isEqualTo(json("{\"b\":[{\"ts\":2000,\"value\":2},{\"ts\":1000,\"value\":1}]}"));
        assertThat(get("/values/timeseries?keys=none&startTs=0&endTs=9").expect(200).json())
                .isEqualTo(json("{}"));
    }

    @Test
    void limitAndOrderDecideWhichValuesOfARangeCome() {
        assertThat(
                        get("/values/timeseries?keys=b&startTs=0&endTs=9000&limit=2&orderBy=ASC")
                                .expect(200)
                                .json())
                .isEqualTo(
                        json(
                                "{\"b\":[{\"ts\":1000,\"value\":\"1\"},{\"ts\":2000,\"value\":\"2\"}]}"));
        assertThat(
                        get("/values/timeseries?keys=b&startTs=0&endTs=9000&limit=1&agg=NONE")
                                .expect(200)
                                .json())
                .isEqualTo(json("{\"b\":[{\"ts\":3000,\"value\":\"3.5\"}]}"));
    }

    @Test
    void saysWhatIsWrongWithARange() {
        assertThat(get("/values/timeseries?keys=b&startTs=0&endTs=9&agg=MEDIAN").expect(400).body())
                .isEqualTo("agg: expected MIN, MAX, AVG, SUM, COUNT or NONE, got 'MEDIAN'");
        assertThat(
                        get("/values/timeseries?keys=b&startTs=0&endTs=701&agg=AVG&interval=1")
                                .expect(400)
                                .body())
                .isEqualTo("interval: more than 700 intervals between startTs and endTs");
        assertThat(
                        get("/values/timeseries?keys=b&startTs=0&endTs=9&agg=AVG&intervalType=DAY")
                                .expect(400)
                                .body())
                .startsWith("intervalType: expected MILLISECONDS, WEEK,");
        assertThat(
                        get("/values/timeseries?keys=b&startTs=0&endTs=9&agg=AVG&intervalType=WEEK&timeZone=Mars")
                                .expect(400)
                                .body())
                .isEqualTo("timeZone: expected a time zone such as Europe/Berlin, got 'Mars'");
        get("/values/timeseries?keys=b&startTs=0&endTs=9&agg=AVG&interval=-1").expect(400);
        assertThat(get("/values/timeseries?keys=b&startTs=0").expect(400).body())
                .startsWith("endTs: expected a number");
        assertThat(get("/values/timeseries?keys=b&startTs=x&endTs=9").expect(400).body())
                .isEqualTo("startTs: expected a number, got 'x'");
        get("/values/timeseries?startTs=0&endTs=9").expect(400);
        get("/values/timeseries?keys=b&startTs=9&endTs=0").expect(400);
        get("/values/timeseries?keys=b&startTs=0&endTs=9&limit=0").expect(400);
        get("/values/timeseries?keys=b&startTs=0&endTs=9&limit=100001").expect(400);
        get("/values/timeseries?keys=b&startTs=0&endTs=9&orderBy=UP").expect(400);
    }

    @Test
    void saysWhyAValueLeadsToNoMessage() {
        assertThat(get("/values/timeseries/message?key=b&ts=1001").expect(404).body())
                .isEqualTo("No value of 'b' is stored at 1001");
        assertThat(get("/values/timeseries/message?key=none&ts=1000").expect(404).body())
                .isEqualTo("No value of 'none' is stored at 1000");
        assertThat(get("/values/timeseries/message?key=b&ts=1000").expect(404).body())
                .startsWith("The message of the value of 'b' at 1000 is not known: ");
        get("/values/timeseries/message?key=b").expect(400);
        get("/values/timeseries/message?key=b&ts=now").expect(400);
    }

    @Test
    void readsAttributesOfAllScopesOrOfOne() {
        assertThat(get("/keys/attributes").expect(200).json()).isEqualTo(json("[\"k\",\"s\"]"));
        assertThat(get("/keys/attributes/CLIENT_SCOPE").expect(200).json())
                .isEqualTo(json("[\"k\"]"));
        assertThat(get("/values/attributes").expect(200).json().size()).isEqualTo(3);
        assertThat(get("/values/attributes/SERVER_SCOPE?keys=k").expect(200).json())
                .isEqualTo(json("[{\"lastUpdateTs\":20,\"key\":\"k\",\"value\":7}]"));
        assertThat(get("/values/attributes/CLIENT_SCOPE").expect(200).json())
                .isEqualTo(json("[{\"lastUpdateTs\":10,\"key\":\"k\",\"value\":true}]"));
        get("/values/attributes/NO_SCOPE").expect(400);
    }

    @Test
    void readsWhatBelongsToTheTenantItself() {
        stored.put(tenant, tenant.entity(), "load", 5, new Value.LongValue(9));
        String path = "/api/plugins/telemetry/TENANT/" + tenant + "/values/timeseries";

        assertThat(admin.get(path).expect(200).json())
                .isEqualTo(json("{\"load\":[{\"ts\":5,\"value\":\"9\"}]}"));
        server.systemAdministrator().get(path).expect(200);
        server.newTenantAdministrator().get(path).expect(404);
    }

    @Test
    void refusesKindsOfEntitiesThatHaveNoTelemetry() {
        assertThat(
                        admin.get(
                                        "/api/plugins/telemetry/WIDGET_TYPE/"
                                                + device.id()
                                                + "/keys/timeseries")
                                .expect(400)
                                .body())
                .startsWith("entityType: expected one of");
        admin.get("/api/plugins/telemetry/NOTHING/" + device.id() + "/keys/timeseries").expect(400);
    }

    @Test
    void aCustomersUserReadsWhatIsAssignedToTheCustomer() {
        CustomerId customer = server.newCustomer(tenant);
        RestClient user = server.customerUser(tenant, customer);
        String path = "/api/plugins/telemetry/DEVICE/" + device.id();
        List<String> reads =
                List.of(
                        "/keys/timeseries",
                        "/values/timeseries",
                        "/values/timeseries?keys=b&startTs=0&endTs=9000",
                        "/values/timeseries?keys=b&startTs=0&endTs=9000&agg=AVG&interval=1000",
                        "/keys/attributes",
                        "/values/attributes/SERVER_SCOPE");

        reads.forEach(read -> user.get(path + read).expect(403));
        admin.post("/api/customer/%s/device/%s".formatted(customer, device.id()), Map.of())
                .expect(200);

        reads.forEach(read -> user.get(path + read).expect(200));
    }
}
