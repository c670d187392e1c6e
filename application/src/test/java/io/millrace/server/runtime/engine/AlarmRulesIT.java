// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.TenantId;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Alarm rules of device profiles in the running service, with the root chain that every tenant has. */
class AlarmRulesIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);

    private static ObjectNode profile(String alarms) {
        ObjectNode profile =
                RestClient.object()
                        .put("name", "Ovens")
                        .put("type", "DEFAULT")
                        .put("transportType", "DEFAULT");
        profile.putObject("profileData").set("alarms", JsonMapper.shared().readTree(alarms));
        return profile;
    }

    /** Rules that create an alarm above 30 and clear it below 20. */
    static String rules(String spec) {
        return """
        [{"id": "heat", "alarmType": "Heat",
          "createRules": {"CRITICAL": {"alarmDetails": "T is ${t}", "condition": {"spec": %s, "condition": [
            {"key": {"type": "TIME_SERIES", "key": "t"}, "valueType": "NUMERIC",
             "predicate": {"type": "NUMERIC", "operation": "GREATER", "value": {"defaultValue": 30}}}]}}},
          "clearRule": {"condition": {"condition": [
            {"key": {"type": "TIME_SERIES", "key": "t"}, "valueType": "NUMERIC",
             "predicate": {"type": "NUMERIC", "operation": "LESS", "value": {"defaultValue": 20}}}]}}}]
        """
                .formatted(spec);
    }

    static String lasting(int seconds) {
        return "{\"type\": \"DURATION\", \"unit\": \"SECONDS\", \"predicate\": {\"defaultValue\": %d}}"
                .formatted(seconds);
    }

    private String device(String alarms) {
        admin.post("/api/deviceProfile", profile(alarms)).expect(200);
        return admin.post("/api/device", Map.of("name", "Oven", "type", "Ovens"))
                .expect(200)
                .text("/id/id");
    }

    private void send(String device, double value) {
        String token =
                admin.get("/api/device/%s/credentials".formatted(device))
                        .expect(200)
                        .text("/credentialsId");
        admin.post("/api/v1/%s/telemetry".formatted(token), "{\"t\":%s}".formatted(value))
                .expect(200);
    }

    private List<JsonNode> alarms(String device) {
        return admin.get("/api/alarm/DEVICE/%s?pageSize=10&page=0".formatted(device))
                .expect(200)
                .json()
                .path("data")
                .valueStream()
                .toList();
    }

    private void awaitStatus(String device, String status) {
        await().untilAsserted(() ->
                assertThat(alarms(device))
                        .extracting(alarm -> alarm.path("status").asString(""))
                        .containsExactly(status));
    }

    private int states(String device) {
        return server.bean(JdbcClient.class)
                .sql("select count(*) from rule_node_state where device_id = ?")
                .param(UUID.fromString(device))
                .query(Integer.class)
                .single();
    }

    @Test
    void aValueCreatesAnAlarmAndAnotherOneClearsIt() {
        String device = device(rules("null"));

        send(device, 31);
        awaitStatus(device, "ACTIVE_UNACK");
        assertThat(alarms(device).getFirst().at("/details/data").asString("")).contains("T is 31");
        send(device, 19);

        awaitStatus(device, "CLEARED_UNACK");
    }

    @Test
    void aDurationIsReachedWithoutAnotherMessage() {
        String device = device(rules(lasting(3)));

        send(device, 31);
        await().until(() -> states(device) == 1);

        awaitStatus(device, "ACTIVE_UNACK");
    }

    @Test
    void aChangeOfTheRulesCountsForTheNextMessage() {
        String device = device(rules("null"));
        send(device, 25);
        JsonNode stored =
                admin.get("/api/deviceProfiles?pageSize=10&page=0&textSearch=Ovens")
                        .expect(200)
                        .json()
                        .at("/data/0");
        ((ObjectNode) stored.path("profileData"))
                .set("alarms", JsonMapper.shared().readTree(rules("null").replace("30", "24")));
        admin.post("/api/deviceProfile", stored).expect(200);

        send(device, 25);

        awaitStatus(device, "ACTIVE_UNACK");
    }

    @Test
    void theStateOfADeviceIsRemovedWithIt() {
        String device = device(rules(lasting(3_600)));
        send(device, 31);
        await().until(() -> states(device) == 1);

        admin.delete("/api/device/" + device).expect(200);

        assertThat(states(device)).isZero();
    }

    @Test
    void aProfileWithFaultyRulesIsRefusedWithThePlace() {
        String message =
                admin.post("/api/deviceProfile", profile(rules("null").replace("GREATER", "ABOVE")))
                        .expect(400)
                        .text("/message");

        assertThat(message)
                .startsWith(
                        "profileData.alarms[0].createRules.CRITICAL.condition.condition[0].predicate.operation: must be one of");
    }
}
