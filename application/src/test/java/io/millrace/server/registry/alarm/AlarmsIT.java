// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.MessageType;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.AlarmId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmJson;
import io.millrace.rule.store.AlarmStore;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.SubmittedMessages;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.user.Authority;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class AlarmsIT {

    private static final Set<String> ALARM_EVENTS =
            Set.of(
                    "ENTITY_CREATED",
                    "ENTITY_UPDATED",
                    "ALARM_ACK",
                    "ALARM_CLEAR",
                    "ALARM_DELETE",
                    "ALARM_ASSIGNED",
                    "ALARM_UNASSIGNED");

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final CustomerId customer = server.newCustomer(tenant);
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final JsonNode device = device("Boiler");

    private JsonNode device(String name) {
        return admin.post("/api/device", Map.of("name", name, "label", name + " in the cellar"))
                .expect(200)
                .json()
                .path("id");
    }

    private static String id(JsonNode entity) {
        return entity.path("id").asString();
    }

    private static String path(JsonNode alarm) {
        return "/api/alarm/" + alarm.at("/id/id").asString();
    }

    private static ObjectNode alarm(JsonNode originator, String type, String severity) {
        ObjectNode alarm = RestClient.object().put("type", type).put("severity", severity);
        alarm.set("originator", originator);
        return alarm;
    }

    private JsonNode raise(JsonNode originator, String type, String severity) {
        return raise(alarm(originator, type, severity));
    }

    private JsonNode raise(ObjectNode alarm) {
        return admin.post("/api/alarm", alarm).expect(200).json();
    }

    private static List<String> types(RestClient caller, String list) {
        String separator = list.contains("?") ? "&" : "?";
        return caller.get(list + separator + "pageSize=100&page=0")
                .expect(200)
                .json()
                .path("data")
                .valueStream()
                .map(alarm -> alarm.path("type").asString())
                .toList();
    }

    private List<RuleMessage> events() {
        return server.bean(SubmittedMessages.class).of(tenant).stream()
                .filter(message -> ALARM_EVENTS.contains(message.type()))
                .filter(message -> json(message).has("severity"))
                .toList();
    }

    private static JsonNode json(RuleMessage message) {
        return message.payload().json();
    }

    @Test
    void anAlarmHasTheShapeOfItsMessagesAndTheNamesOfItsOriginatorAndAssignee() {
        JsonNode made = raise(device, "Hot", "MAJOR");

        Alarm stored =
                server.bean(AlarmStore.class)
                        .find(tenant, AlarmId.of(made.at("/id/id").asString()))
                        .toCompletableFuture()
                        .join()
                        .orElseThrow();
        ObjectNode expected = AlarmJson.of(stored);
        expected.put("originatorName", "Boiler")
                .put("originatorLabel", "Boiler in the cellar")
                .putNull("assignee");
        assertThat(made.toString()).isEqualTo(expected.toString());
        assertThat(admin.get(path(made)).expect(200).json()).isEqualTo(made);
        assertThat(admin.get(path(made).replace("/alarm/", "/alarm/info/")).expect(200).json())
                .isEqualTo(made);
    }

    @Test
    void savingAnAlarmOfTheSameTypeAndOriginatorChangesTheActiveOne() {
        JsonNode first = raise(device, "Hot", "MAJOR");
        JsonNode second = raise(device, "Hot", "CRITICAL");

        assertThat(second.path("id")).isEqualTo(first.path("id"));
        assertThat(second.path("severity").asString()).isEqualTo("CRITICAL");
        assertThat(raise(device, "Cold", "MAJOR").path("id")).isNotEqualTo(first.path("id"));
    }

    @Test
    void theNextOccurrenceAfterAClearedAlarmIsANewAlarm() {
        JsonNode first = raise(device, "Hot", "MAJOR");
        admin.post(path(first) + "/clear", "").expect(200);

        JsonNode second = raise(device, "Hot", "MAJOR");

        assertThat(second.path("id")).isNotEqualTo(first.path("id"));
        assertThat(second.path("status").asString()).isEqualTo("ACTIVE_UNACK");
    }

    @Test
    void savingAnAlarmByItsIdChangesItEvenIfItIsCleared() {
        JsonNode made = raise(device, "Hot", "MAJOR");
        admin.post(path(made) + "/clear", "").expect(200);

        ObjectNode wanted = RestClient.object().put("severity", "MINOR");
        wanted.set("id", made.path("id"));
        wanted.putObject("details").put("temperature", 71);
        JsonNode changed = raise(wanted);

        assertThat(changed.path("status").asString()).isEqualTo("CLEARED_UNACK");
        assertThat(changed.path("severity").asString()).isEqualTo("MINOR");
        assertThat(changed.at("/details/temperature").intValue()).isEqualTo(71);
        assertThat(changed.path("startTs")).isEqualTo(made.path("startTs"));
        admin.post("/api/alarm", wanted.put("type", "Cold")).expectError(400, 31);
    }

    @Test
    void savingAnAlarmAsAcknowledgedAndClearedAcknowledgesAndClearsIt() {
        JsonNode made =
                raise(alarm(device, "Hot", "MAJOR").put("acknowledged", true).put("cleared", true));

        assertThat(made.path("status").asString()).isEqualTo("CLEARED_ACK");
        assertThat(made.path("ackTs").longValue()).isPositive();
        assertThat(made.path("clearTs").longValue()).isPositive();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {}                                                                   | originator
                    {"originator":%s}                                                    | type
                    {"originator":%s,"type":"Hot"}                                       | severity
                    {"originator":%s,"type":"Hot","severity":"HUGE"}                     | severity
                    {"originator":%s,"type":" ","severity":"MAJOR"}                      | type
                    {"originator":%s,"type":"Hot","severity":"MAJOR","startTs":2,"endTs":1} | endTs
                    """)
    void anAlarmThatIsNotValidIsRefusedWithTheNameOfTheProperty(String body, String property) {
        JsonNode error =
                admin.post("/api/alarm", body.replace("%s", device.toString()))
                        .expectError(400, 31)
                        .json();

        assertThat(error.path("message").asString()).contains(property);
    }

    @Test
    void detailsHaveABoundedLength() {
        ObjectNode alarm = alarm(device, "Hot", "MAJOR");
        alarm.putObject("details").put("text", "x".repeat(70_000));

        admin.post("/api/alarm", alarm).expectError(400, 31);
    }

    @ParameterizedTest
    @CsvSource({"ack, ackTs, acknowledged", "clear, clearTs, cleared"})
    void anAlarmIsAcknowledgedAndClearedOnce(String action, String time, String flag) {
        JsonNode made = raise(device, "Hot", "MAJOR");

        JsonNode done = admin.post(path(made) + "/" + action, "").expect(200).json();

        assertThat(done.path(flag).booleanValue()).isTrue();
        assertThat(done.path(time).longValue()).isPositive();
        admin.post(path(made) + "/" + action, "").expectError(400, 31);
    }

    @Test
    void anAlarmIsAssignedToAUserAndUnassigned() {
        JsonNode made = raise(device, "Hot", "MAJOR");
        JsonNode user = admin.get("/api/auth/user").expect(200).json();
        String assign = path(made) + "/assign";

        JsonNode assigned =
                admin.post(assign + "/" + user.at("/id/id").asString(), "").expect(200).json();

        assertThat(assigned.path("assigneeId")).isEqualTo(user.path("id"));
        assertThat(assigned.path("assignTs").longValue()).isPositive();
        assertThat(assigned.path("assignee").propertyNames())
                .containsExactly("id", "firstName", "lastName", "email");
        assertThat(assigned.at("/assignee/email")).isEqualTo(user.path("email"));
        admin.post(assign + "/" + user.at("/id/id").asString(), "").expectError(400, 31);

        assertThat(admin.delete(assign).expect(200).json().path("assigneeId").isNull()).isTrue();
        admin.delete(assign).expectError(400, 31);
    }

    @Test
    void anAlarmIsAssignedOnlyToUsersWhoMaySeeIt() {
        JsonNode made = raise(device, "Hot", "MAJOR");
        String stranger =
                server.newTenantAdministrator().get("/api/auth/user").expect(200).text("/id/id");
        String customersUser =
                server.customerUser(tenant, customer)
                        .get("/api/auth/user")
                        .expect(200)
                        .text("/id/id");

        admin.post(path(made) + "/assign/" + stranger, "").expectError(404, 32);
        admin.post(path(made) + "/assign/" + customersUser, "").expectError(400, 31);
    }

    @Test
    void anAlarmWhoseAssigneeWasDeletedIsAssignedToNobody() {
        JsonNode made = raise(device, "Hot", "MAJOR");
        String email = server.addUser(tenant, IdJson.NO_CUSTOMER, Authority.TENANT_ADMIN);
        String user = server.signIn(email).get("/api/auth/user").expect(200).text("/id/id");
        admin.post(path(made) + "/assign/" + user, "").expect(200);

        admin.delete("/api/user/" + user).expect(200);

        assertThat(admin.get(path(made)).expect(200).json().path("assigneeId").isNull()).isTrue();
    }

    @Test
    void aDeletedAlarmIsGone() {
        JsonNode made = raise(device, "Hot", "MAJOR");

        assertThat(admin.delete(path(made)).expect(200).body()).isEqualTo("true");

        admin.get(path(made)).expectError(404, 32);
        admin.delete(path(made)).expectError(404, 32);
    }

    @Test
    void everyChangeSendsItsMessageToTheChainOfTheOriginator() {
        JsonNode made = raise(device, "Hot", "MAJOR");
        raise(device, "Hot", "CRITICAL");
        String user = admin.get("/api/auth/user").expect(200).text("/id/id");
        admin.post(path(made) + "/ack", "").expect(200);
        admin.post(path(made) + "/assign/" + user, "").expect(200);
        admin.delete(path(made) + "/assign").expect(200);
        admin.post(path(made) + "/clear", "").expect(200);
        admin.post(path(made) + "/clear", "").expect(400);
        admin.delete(path(made)).expect(200);

        List<RuleMessage> events = events();
        assertThat(events)
                .extracting(RuleMessage::type)
                .containsExactly(
                        MessageType.ENTITY_CREATED.name(),
                        MessageType.ENTITY_UPDATED.name(),
                        MessageType.ALARM_ACK.name(),
                        MessageType.ALARM_ASSIGNED.name(),
                        MessageType.ALARM_UNASSIGNED.name(),
                        MessageType.ALARM_CLEAR.name(),
                        MessageType.ALARM_DELETE.name());
        for (RuleMessage event : events) {
            assertThat(event.originator().type()).isEqualTo(EntityType.DEVICE);
            assertThat(event.originator().id()).hasToString(id(device));
            assertThat(json(event).path("id")).isEqualTo(made.path("id"));
            assertThat(event.metadata().get("userId")).isEqualTo(user);
            assertThat(event.metadata().get("entityName")).isEqualTo("Hot");
            assertThat(event.metadata().get("entityType")).isEqualTo("DEVICE");
        }
        assertThat(json(events.getLast()).path("status").asString()).isEqualTo("CLEARED_ACK");
    }

    @Test
    void listsShowTheLatestAlarmFirstAndFilterByStatus() {
        raise(device, "active", "MAJOR");
        admin.post(path(raise(device, "acknowledged", "MAJOR")) + "/ack", "").expect(200);
        admin.post(path(raise(device, "cleared", "MAJOR")) + "/clear", "").expect(200);

        assertThat(types(admin, "/api/alarms"))
                .containsExactly("cleared", "acknowledged", "active");
        assertThat(types(admin, "/api/alarms?searchStatus=ACTIVE"))
                .containsExactly("acknowledged", "active");
        assertThat(types(admin, "/api/alarms?searchStatus=ACK")).containsExactly("acknowledged");
        assertThat(types(admin, "/api/alarms?status=CLEARED_UNACK")).containsExactly("cleared");
        assertThat(types(admin, "/api/v2/alarms?statusList=ACTIVE,UNACK"))
                .containsExactly("active");
        assertThat(types(admin, "/api/v2/alarms?statusList=ACTIVE,CLEARED,ACK"))
                .containsExactly("acknowledged");
        admin.get("/api/alarms?pageSize=1&page=0&searchStatus=ACTIVE&status=ACTIVE_ACK")
                .expectError(400, 31);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/alarms?status=HOT",
                "/api/v2/alarms?severityList=HOT",
                "/api/alarms?startTime=HOT"
            })
    void aFilterThatIsNotValidIsRefusedWithItsNameAndValue(String list) {
        String parameter = list.substring(list.indexOf('?') + 1, list.indexOf('='));

        assertThat(admin.get(list + "&pageSize=1&page=0").expectError(400, 31).text("/message"))
                .contains(parameter)
                .contains("HOT");
    }

    @Test
    void listsFilterBySeverityTypeAssigneeTimeAndText() {
        JsonNode hot = raise(device, "Hot", "MAJOR");
        raise(device, "Cold", "CRITICAL");
        raise(device("Pump"), "Leak", "MINOR");
        String user = admin.get("/api/auth/user").expect(200).text("/id/id");
        admin.post(path(hot) + "/assign/" + user, "").expect(200);

        assertThat(types(admin, "/api/v2/alarms?severityList=MAJOR,MINOR"))
                .containsExactly("Leak", "Hot");
        assertThat(types(admin, "/api/v2/alarms?typeList=Cold,Leak"))
                .containsExactly("Leak", "Cold");
        assertThat(types(admin, "/api/alarms?assigneeId=" + user)).containsExactly("Hot");
        assertThat(types(admin, "/api/alarms?assigneeId=" + UUID.randomUUID())).isEmpty();
        assertThat(types(admin, "/api/alarms?endTime=" + hot.path("createdTime").longValue()))
                .contains("Hot");
        assertThat(types(admin, "/api/alarms?startTime=4000000000000")).isEmpty();
        assertThat(types(admin, "/api/alarms?textSearch=pump")).containsExactly("Leak");
        assertThat(types(admin, "/api/alarms?textSearch=cold")).containsExactly("Cold");
    }

    @Test
    void listsAreSortedBySeverityByItsRank() {
        raise(device, "warning", "WARNING");
        raise(device, "critical", "CRITICAL");
        raise(device, "indeterminate", "INDETERMINATE");

        assertThat(types(admin, "/api/alarms?sortProperty=severity&sortOrder=ASC"))
                .containsExactly("critical", "warning", "indeterminate");
    }

    @Test
    void theListOfAnEntityHasTheAlarmsThatArePropagatedToIt() {
        JsonNode room =
                admin.post("/api/asset", Map.of("name", "Cellar")).expect(200).json().path("id");
        ObjectNode contains = RestClient.object().put("type", "Contains");
        contains.set("from", room);
        contains.set("to", device);
        admin.post("/api/relation", contains).expect(200);
        raise(alarm(device, "everywhere", "MAJOR").put("propagate", true));
        raise(device, "here", "MINOR");

        assertThat(types(admin, "/api/alarm/DEVICE/" + id(device)))
                .containsExactly("here", "everywhere");
        assertThat(types(admin, "/api/alarm/ASSET/" + id(room))).containsExactly("everywhere");
        assertThat(types(admin, "/api/v2/alarm/ASSET/" + id(room) + "?severityList=MINOR"))
                .isEmpty();
    }

    @Test
    void theHighestSeverityAtAnEntityIsKnownWithoutReadingItsAlarms() {
        String highest = "/api/alarm/highestSeverity/DEVICE/" + id(device);
        assertThat(admin.get(highest).expect(200).body()).isEmpty();

        raise(device, "warning", "WARNING");
        admin.post(path(raise(device, "critical", "CRITICAL")) + "/clear", "").expect(200);

        assertThat(admin.get(highest).expect(200).body()).isEqualTo("\"CRITICAL\"");
        assertThat(admin.get(highest + "?searchStatus=ACTIVE").expect(200).body())
                .isEqualTo("\"WARNING\"");
    }

    @Test
    void theTypesOfAlarmsAreListedOnce() {
        raise(device, "Hot", "MAJOR");
        raise(device("Pump"), "Hot", "MAJOR");
        raise(device, "Cold", "MAJOR");

        JsonNode page = admin.get("/api/alarm/types?pageSize=10&page=0").expect(200).json();

        assertThat(page.path("totalElements").intValue()).isEqualTo(2);
        assertThat(page.at("/data/0/type").asString()).isEqualTo("Cold");
        assertThat(page.at("/data/0/entityType").asString()).isEqualTo("ALARM");
        assertThat(types(admin, "/api/alarm/types?textSearch=ho")).containsExactly("Hot");
    }

    @Test
    void anAlarmOfADeletedOriginatorCanBeReadUntilItIsErased() {
        JsonNode made = raise(device, "Hot", "MAJOR");

        // The deletion of the device would begin the erasure.
        server.bean(JdbcClient.class)
                .sql("update alarm set originator_id = gen_random_uuid() where id = :alarm")
                .param("alarm", UUID.fromString(made.at("/id/id").asString()))
                .update();

        JsonNode left = admin.get(path(made)).expect(200).json();
        assertThat(left.path("originatorName").asString()).isEqualTo("Deleted");
        assertThat(left.path("originatorLabel").asString()).isEqualTo("Deleted");
    }

    @Test
    void usersOfACustomerSeeAndChangeOnlyAlarmsOfTheirCustomer() {
        JsonNode own = device("own");
        admin.post("/api/customer/%s/device/%s".formatted(customer, id(own)), "").expect(200);
        JsonNode mine = raise(own, "mine", "MAJOR");
        JsonNode other = raise(device, "other", "MAJOR");
        RestClient user = server.customerUser(tenant, customer);

        assertThat(mine.at("/customerId/id").asString()).isEqualTo(customer.toString());
        assertThat(types(user, "/api/alarms")).containsExactly("mine");
        assertThat(types(user, "/api/alarm/types")).containsExactly("mine");
        user.post(path(mine) + "/ack", "").expect(200);
        user.post("/api/alarm", alarm(own, "by the user", "MINOR")).expect(200);
        user.get(path(other)).expectError(403, 20);
        user.post(path(other) + "/ack", "").expectError(403, 20);
        user.post("/api/alarm", alarm(device, "mine", "MAJOR")).expectError(403, 20);
        user.get("/api/alarm/DEVICE/%s?pageSize=1&page=0".formatted(id(device)))
                .expectError(403, 20);
    }

    @Test
    void aUserOfANewCustomerDoesNotChangeTheActiveAlarmOfTheFormerOne() {
        admin.post("/api/customer/%s/device/%s".formatted(customer, id(device)), "").expect(200);
        JsonNode made = raise(device, "Hot", "MAJOR");
        CustomerId next = server.newCustomer(tenant);
        admin.post("/api/customer/%s/device/%s".formatted(next, id(device)), "").expect(200);

        server.customerUser(tenant, next)
                .post("/api/alarm", alarm(device, "Hot", "CRITICAL"))
                .expectError(403, 20);

        assertThat(admin.get(path(made)).expect(200).text("/severity")).isEqualTo("MAJOR");
    }

    @Test
    void theCustomerOfANewAlarmIsThatOfItsOriginator() {
        ObjectNode alarm = alarm(device, "Hot", "MAJOR");
        alarm.putObject("customerId").put("entityType", "CUSTOMER").put("id", customer.toString());

        admin.post("/api/alarm", alarm).expectError(400, 31);
    }
}
