// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import static io.millrace.server.chains.rulechain.ChainClient.graph;
import static io.millrace.server.chains.rulechain.ChainClient.id;
import static io.millrace.server.chains.rulechain.ChainClient.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.server.chains.rulechain.ChainClient;
import io.millrace.server.rest.PushClient;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A device with 600 MB of attributes and as many of latest values, far more than one answer may have. */
class LargeEntityIT {

    private static final int KEYS = 3_000;
    private static final int LENGTH = 200_000;

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final String device =
            admin.post("/api/device", Map.of("name", "A")).expect(200).text("/id/id");

    @BeforeEach
    void fill() {
        fill(device);
    }

    private void fill(String entity) {
        JdbcClient jdbc = server.bean(JdbcClient.class);
        jdbc.sql(
                        "insert into key_dictionary (tenant_id, key) select ?, 'k' || n from generate_series(1, ?) n"
                                + " on conflict do nothing")
                .params(tenant.id(), KEYS)
                .update();
        // Copied without being compressed again.
        jdbc.sql("create table if not exists long_value (val jsonb, vals jsonb)").update();
        jdbc.sql("truncate long_value").update();
        jdbc.sql(
                        """
                        insert into long_value
                        select to_jsonb(x), jsonb_build_array(x) from repeat('x', ?) x
                        """)
                .param(LENGTH)
                .update();
        jdbc.sql(
                        """
                        insert into attribute (entity_id, scope, key_id, updated_at, val)
                        select ?, 2, id, 1000, v.val from key_dictionary, long_value v
                         where tenant_id = ? and key ~ '^k[0-9]+$'
                        """)
                .params(UUID.fromString(entity), tenant.id())
                .update();
        jdbc.sql(
                        """
                        insert into ts_latest (entity_id, shape_id, ts, seq, vals)
                        select ?, -id, 1000, 1, v.vals from key_dictionary, long_value v
                         where tenant_id = ? and key ~ '^k[0-9]+$'
                        """)
                .params(UUID.fromString(entity), tenant.id())
                .update();
    }

    private RestClient.Answer get(String path) {
        return admin.get("/api/plugins/telemetry/DEVICE/" + device + path);
    }

    private static String manyKeys() {
        return IntStream.rangeClosed(1, 400)
                .mapToObj(n -> "k" + n)
                .collect(Collectors.joining(","));
    }

    private void assertRefused(String error, String what) {
        assertThat(error)
                .contains(what, "DEVICE:" + device, "33554432 bytes", "name")
                .hasSizeLessThan(300);
    }

    @Test
    void keysAreListedWithoutTheirValues() {
        assertThat(get("/keys/attributes").expect(200).json()).hasSizeGreaterThanOrEqualTo(KEYS);
        assertThat(get("/keys/attributes/SERVER_SCOPE").expect(200).json())
                .hasSizeGreaterThanOrEqualTo(KEYS);
        assertThat(get("/keys/timeseries").expect(200).json()).hasSize(KEYS);
        assertThat(admin.get("/api/deviceProfile/devices/keys/attributes").expect(200).json())
                .hasSizeGreaterThanOrEqualTo(KEYS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/values/attributes",
                "/values/attributes/SERVER_SCOPE",
                "/values/timeseries"
            })
    void someKeysAreReadAndAllAreRefused(String path) {
        JsonNode two = get(path + "?keys=k7,k2999").expect(200).json();
        assertThat(two).hasSize(2);
        assertThat(two.toString()).hasSizeGreaterThan(2 * LENGTH);

        String what = path.endsWith("timeseries") ? "latest values" : "attributes";
        assertRefused(get(path).expect(400).body(), what);
        assertRefused(get(path + "?keys=" + manyKeys()).expect(400).body(), what);
    }

    @ParameterizedTest
    @CsvSource({"ATTRIBUTES, attributes", "TIMESERIES, latest values"})
    void aSubscriptionToAllKeysIsRefusedAndOneToSomeIsServed(String type, String what) {
        try (PushClient client = PushClient.signIn(admin)) {
            client.command(PushClient.deviceCommand(type, 1, device));
            JsonNode refusal = client.next();
            assertThat(refusal.path("subscriptionId").intValue()).isEqualTo(1);
            assertThat(refusal.path("errorCode").intValue()).isEqualTo(2);
            assertRefused(refusal.path("errorMsg").asString(), what);

            client.command(PushClient.deviceCommand(type, 1, device).put("keys", "k7"));
            assertThat(client.values(1).at("/k7/0/1").asString()).hasSize(LENGTH);
        }
    }

    @ParameterizedTest
    @CsvSource({"ATTRIBUTES, k7", "TIMESERIES, k7"})
    void aSubscriptionToSomeKeysSeesDeletions(String type, String key) {
        try (PushClient client = PushClient.signIn(admin)) {
            client.command(PushClient.deviceCommand(type, 1, device).put("keys", key));
            assertThat(client.values(1).at("/k7/0/1").asString()).hasSize(LENGTH);

            String path =
                    type.equals("ATTRIBUTES")
                            ? "/SERVER_SCOPE?keys=k7,k8"
                            : "/timeseries/delete?keys=k7,k8&deleteAllDataForKeys=true";
            admin.delete("/api/plugins/telemetry/DEVICE/" + device + path).expect(200);

            assertThat(client.values(1).toString()).isEqualTo("{\"k7\":[[0,\"\"]]}");
        }
    }

    @Test
    void aSubscriptionWhoseValuesBecomeTooLargeEndsAndThoseToSomeKeysGoOn() {
        String growing = admin.post("/api/device", Map.of("name", "B")).expect(200).text("/id/id");
        String attributes = "/api/plugins/telemetry/DEVICE/" + growing + "/SHARED_SCOPE";
        admin.post(attributes, "{\"a\":1,\"b\":1}").expect(200);
        try (PushClient all = PushClient.signIn(admin);
                PushClient some = PushClient.signIn(admin)) {
            all.command(
                    PushClient.deviceCommand("ATTRIBUTES", 1, growing)
                            .put("scope", "SHARED_SCOPE"));
            assertThat(all.values(1)).hasSize(2);
            some.command(PushClient.deviceCommand("ATTRIBUTES", 1, growing).put("keys", "a,b,k7"));
            assertThat(some.values(1)).hasSize(2);

            fill(growing);
            server.bean(JdbcClient.class)
                    .sql("update attribute set scope = 3 where entity_id = ? and scope = 2")
                    .param(UUID.fromString(growing))
                    .update();
            admin.delete(attributes + "?keys=a").expect(200);

            JsonNode end = all.next();
            assertThat(end.path("errorCode").intValue()).isEqualTo(2);
            assertThat(end.path("errorMsg").asString())
                    .contains("attributes of DEVICE:" + growing, "33554432 bytes");
            JsonNode seen = some.values(1);
            assertThat(seen.at("/a/0").toString()).isEqualTo("[0,\"\"]");
            assertThat(seen.at("/k7/0/1").asString()).hasSize(LENGTH);

            admin.post(attributes, "{\"b\":2}").expect(200);
            assertThat(some.values(1).at("/b/0/1").asString()).isEqualTo("2");
            all.command(PushClient.deviceCommand("ATTRIBUTES", 1, growing).put("keys", "b"));
            assertThat(all.values(1).at("/b/0/1").asString()).isEqualTo("2");
        }
    }

    @ParameterizedTest
    @CsvSource({"serverAttributeNames, attributes", "latestTsKeyNames, latest values"})
    void aNodeThatLooksUpTooMuchFailsWithTheReason(String list, String what) {
        JsonNode report = lookUp(list, "k7", "k8");
        assertThat(report.at("/steps/0/labels/0").asString())
                .as("%.2000s", report)
                .isEqualTo("Success");

        JsonNode refusal = lookUp(list, manyKeys().split(","));
        assertThat(refusal.path("outcome").asString()).isEqualTo("FAILED");
        assertThat(refusal.at("/steps/0/labels/0").asString()).isEqualTo("Failure");
        assertRefused(refusal.at("/steps/0/error").asString(), what);
    }

    private JsonNode lookUp(String list, String... keys) {
        ObjectNode node =
                node("org.thingsboard.rule.engine.metadata.TbGetAttributesNode", "Look up");
        ObjectNode configuration = node.put("configurationVersion", 1).putObject("configuration");
        for (String each :
                List.of(
                        "clientAttributeNames",
                        "sharedAttributeNames",
                        "serverAttributeNames",
                        "latestTsKeyNames")) {
            configuration.putArray(each);
        }
        List.of(keys).forEach(configuration.withArray(list)::add);
        configuration
                .put("tellFailureIfAbsent", true)
                .put("getLatestValueWithTs", false)
                .put("fetchTo", "METADATA");
        String chain = id(new ChainClient(admin).create("looks up"));
        return admin.post(
                        "/api/ruleChain/testRun",
                        Map.of(
                                "metadata",
                                graph(chain, List.of(node), List.of()),
                                "message",
                                Map.of(
                                        "originator",
                                        Map.of("entityType", "DEVICE", "id", device),
                                        "msgType",
                                        "POST_TELEMETRY_REQUEST",
                                        "data",
                                        Map.of("t", 1))))
                .expect(200)
                .json();
    }
}
