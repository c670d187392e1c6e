// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.rest.PushClient;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Subscriptions to alarms over the WebSocket API. */
class AlarmPushIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final JsonNode device = device("Boiler");
    private final PushClient client = PushClient.signIn(admin);

    @AfterEach
    void disconnect() {
        client.close();
    }

    private JsonNode device(String name) {
        return admin.post("/api/device", Map.of("name", name)).expect(200).json().path("id");
    }

    private String raise(JsonNode originator, String type) {
        ObjectNode alarm = RestClient.object().put("type", type).put("severity", "MAJOR");
        alarm.set("originator", originator);
        return "/api/alarm/" + admin.post("/api/alarm", alarm).expect(200).text("/id/id");
    }

    private static ObjectNode command(String type, int cmdId) {
        ObjectNode command = RestClient.object().put("type", type).put("cmdId", cmdId);
        command.putObject("query").putObject("pageLink").put("pageSize", 10).put("page", 0);
        return command;
    }

    private static ObjectNode atEntity(ObjectNode command, JsonNode entity) {
        ((ObjectNode) command.path("query"))
                .putObject("entityFilter")
                .put("type", "singleEntity")
                .set("singleEntity", entity);
        return command;
    }

    private JsonNode page(int cmdId) {
        JsonNode next = client.next();
        assertThat(next.path("cmdId").intValue()).as("%s", next).isEqualTo(cmdId);
        assertThat(next.path("errorCode").intValue()).as("%s", next).isZero();
        assertThat(next.path("cmdUpdateType").asString()).isEqualTo("ALARM_DATA");
        return next.path("data");
    }

    private long count(int cmdId) {
        JsonNode next = client.next();
        assertThat(next.path("cmdId").intValue()).as("%s", next).isEqualTo(cmdId);
        assertThat(next.path("cmdUpdateType").asString()).isEqualTo("ALARM_COUNT_DATA");
        return next.path("count").longValue();
    }

    @Test
    void aSubscriberGetsAPageOfAlarmsAndThenItsChanges() {
        client.command(command("ALARM_DATA", 1));
        assertThat(page(1).path("data").size()).isZero();

        String alarm = raise(device, "Hot");
        JsonNode raised = page(1);
        assertThat(raised.path("totalElements").intValue()).isEqualTo(1);
        assertThat(raised.at("/data/0/type").asString()).isEqualTo("Hot");
        assertThat(raised.at("/data/0/originatorName").asString()).isEqualTo("Boiler");
        assertThat(raised.at("/data/0/entityId")).isEqualTo(device);

        admin.post(alarm + "/ack", "").expect(200);
        assertThat(page(1).at("/data/0/status").asString()).isEqualTo("ACTIVE_ACK");
    }

    @Test
    void aSubscriberOfAnEntityGetsOnlyItsAlarms() {
        client.command(atEntity(command("ALARM_DATA", 1), device));
        assertThat(page(1).path("data").size()).isZero();

        raise(device("Pump"), "Leak");
        raise(device, "Hot");

        assertThat(page(1).at("/data/0/type").asString()).isEqualTo("Hot");
    }

    @Test
    void aSubscriberGetsTheAlarmsOfDevicesByTheirProfileAndName() {
        raise(device("Pump 1"), "Leak");
        raise(device, "Hot");
        ObjectNode command = command("ALARM_DATA", 1);
        ((ObjectNode) command.path("query"))
                .putObject("entityFilter")
                .put("type", "deviceType")
                .put("deviceNameFilter", "pump")
                .putArray("deviceTypes")
                .add("default");

        client.command(command);

        JsonNode found = page(1);
        assertThat(found.path("totalElements").intValue()).isEqualTo(1);
        assertThat(found.at("/data/0/type").asString()).isEqualTo("Leak");
    }

    @Test
    void aSubscriberGetsTheNumberOfAlarmsOfAStatus() {
        String alarm = raise(device, "Hot");
        ObjectNode command = command("ALARM_COUNT", 1);
        ((ObjectNode) command.path("query")).putArray("statusList").add("ACTIVE");
        client.command(command);
        assertThat(count(1)).isEqualTo(1);

        raise(device, "Cold");
        assertThat(count(1)).isEqualTo(2);

        admin.post(alarm + "/clear", "").expect(200);
        assertThat(count(1)).isEqualTo(1);
    }

    @Test
    void aQueryWithTheSameIdReplacesTheFormerOne() {
        raise(device, "Hot");
        raise(device("Pump"), "Leak");
        client.command(command("ALARM_DATA", 1));
        assertThat(page(1).path("totalElements").intValue()).isEqualTo(2);

        client.command(atEntity(command("ALARM_DATA", 1), device));

        assertThat(page(1).path("totalElements").intValue()).isEqualTo(1);
    }

    @Test
    void theOlderListsOfCommandsWork() {
        ObjectNode message = RestClient.object();
        message.putArray("alarmDataCmds").add(command("ALARM_DATA", 1));
        message.putArray("alarmCountCmds").add(command("ALARM_COUNT", 2));
        client.send(message.toString());

        // Which answer is first is open: the second may wait for the next read.
        JsonNode one = client.next();
        JsonNode other = client.next();
        assertThat(one.path("cmdId").intValue() + other.path("cmdId").intValue()).isEqualTo(3);

        ObjectNode end = RestClient.object();
        end.putArray("alarmDataUnsubscribeCmds").add(RestClient.object().put("cmdId", 1));
        client.send(end.toString());
        client.send(end.toString());
        assertThat(client.next().path("errorMsg").asString()).contains("no subscription 1");
    }

    @Test
    void usersOfACustomerGetOnlyAlarmsOfTheirCustomer() {
        CustomerId customer = server.newCustomer(tenant);
        raise(device, "other");
        JsonNode own = device("own");
        admin.post("/api/customer/%s/device/%s".formatted(customer, own.path("id").asString()), "")
                .expect(200);
        raise(own, "mine");
        try (PushClient user = PushClient.signIn(server.customerUser(tenant, customer))) {
            user.command(command("ALARM_DATA", 1));
            JsonNode page = user.next().path("data");
            assertThat(page.path("totalElements").intValue()).isEqualTo(1);
            assertThat(page.at("/data/0/type").asString()).isEqualTo("mine");

            user.command(atEntity(command("ALARM_DATA", 2), device));
            assertThat(user.next().path("errorCode").intValue()).isEqualTo(Frames.UNAUTHORIZED);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"pageLink":{}}                                                   | pageSize
                    {"pageLink":{"pageSize":101}}                                     | pageSize
                    {"pageLink":{"pageSize":1,"page":-1}}                             | page
                    {"pageLink":{"pageSize":1,"statusList":["HOT"]}}                  | statusList
                    {"pageLink":{"pageSize":1},"entityFilter":{"type":"deviceType"}}  | query.entityFilter.deviceTypes
                    {"pageLink":{"pageSize":1},"entityFilter":{"type":"edgeType"}}    | query.entityFilter.type
                    {"pageLink":{"pageSize":1},"keyFilters":[{}]}                     | query.keyFilters
                    {"pageLink":{"pageSize":1,"sortOrder":{"key":{"key":"colour"}}}}  | colour
                    """)
    void aQueryThatIsNotValidIsRefusedWithTheNameOfTheField(String query, String field) {
        ObjectNode command = RestClient.object().put("type", "ALARM_DATA").put("cmdId", 1);
        command.set("query", JsonMapper.shared().readTree(query));
        client.command(command);

        JsonNode error = client.next();

        assertThat(error.path("cmdUpdateType").asString()).isEqualTo("ALARM_DATA");
        assertThat(error.path("errorCode").intValue()).isEqualTo(Frames.BAD_REQUEST);
        assertThat(error.path("errorMsg").asString()).contains(field);
    }
}
