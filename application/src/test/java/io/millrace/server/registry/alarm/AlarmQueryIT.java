// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AlarmQueryIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final JsonNode hall = make("/api/asset", "Hall 1", "building");
    private final JsonNode boiler = make("/api/device", "Boiler 1", "heating");
    private final JsonNode pump = make("/api/device", "Pump 1", "water");
    private final JsonNode valve = make("/api/device", "Pump valve", "water");

    private JsonNode make(String path, String name, String profile) {
        return admin.post(path, Map.of("name", name, "type", profile))
                .expect(200)
                .json()
                .path("id");
    }

    /** One alarm of each entity; that of the boiler is shown at the hall as well. */
    @BeforeEach
    void raiseAlarms() {
        admin.post("/api/relation", Map.of("from", hall, "to", boiler, "type", "Contains"))
                .expect(200);
        raise(boiler, "Hot", "CRITICAL", true);
        raise(pump, "Leak", "MINOR", false);
        raise(valve, "Stuck", "MAJOR", false);
        raise(hall, "Dark", "WARNING", false);
    }

    private JsonNode raise(JsonNode originator, String type, String severity, boolean propagate) {
        Map<String, Object> alarm =
                Map.of(
                        "originator", originator,
                        "type", type,
                        "severity", severity,
                        "propagate", propagate);
        return admin.post("/api/alarm", alarm).expect(200).json();
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    private static JsonNode find(RestClient caller, String query) {
        return caller.post("/api/alarmsQuery/find", json(query)).expect(200).json();
    }

    private static List<String> types(JsonNode page) {
        return page.path("data").valueStream().map(alarm -> alarm.path("type").asString()).toList();
    }

    /** The types of the alarms that an entity filter selects, the latest first. */
    private List<String> typesOf(String filter) {
        return types(
                find(
                        admin,
                        "{\"entityFilter\":%s,\"pageLink\":{\"pageSize\":10}}".formatted(filter)));
    }

    private static String single(JsonNode entity) {
        return "{\"type\":\"singleEntity\",\"singleEntity\":%s}".formatted(entity);
    }

    /** The types of the alarms that conditions of the page select, the latest first. */
    private List<String> typesWhere(String conditions) {
        return types(find(admin, "{\"pageLink\":{\"pageSize\":10,%s}}".formatted(conditions)));
    }

    private long count(RestClient caller, String query) {
        return Long.parseLong(
                caller.post("/api/alarmsQuery/count", json(query)).expect(200).body());
    }

    @Test
    void anAlarmHasTheShapeOfAnAlarmInfoWithItsEntityAndWithoutValues() {
        JsonNode found =
                find(
                                admin,
                                "{\"entityFilter\":%s,\"pageLink\":{\"pageSize\":10,\"page\":0}}"
                                        .formatted(single(boiler)))
                        .at("/data/0");

        JsonNode info =
                admin.get("/api/alarms?pageSize=10&page=0&textSearch=Hot").expect(200).json();
        info.at("/data/0")
                .forEachEntry(
                        (name, value) -> assertThat(found.path(name)).as(name).isEqualTo(value));
        assertThat(found.path("originatorName").asString()).isEqualTo("Boiler 1");
        assertThat(found.path("entityId")).isEqualTo(boiler);
        assertThat(found.path("latest")).isEqualTo(json("{}"));
    }

    @Test
    void withoutAFilterAllAlarmsAreMeantTheLatestFirst() {
        JsonNode page = find(admin, "{\"pageLink\":{\"pageSize\":3}}");

        assertThat(types(page)).containsExactly("Dark", "Stuck", "Leak");
        assertThat(page.path("totalElements").asInt()).isEqualTo(4);
        assertThat(page.path("hasNext").asBoolean()).isTrue();
    }

    @Test
    void filtersSelectEntitiesByIdTypeProfileAndName() {
        assertThat(typesOf(single(pump))).containsExactly("Leak");
        assertThat(
                        typesOf(
                                "{\"type\":\"entityList\",\"entityType\":\"DEVICE\",\"entityList\":[%s,%s]}"
                                        .formatted(boiler.path("id"), valve.path("id"))))
                .containsExactly("Stuck", "Hot");
        assertThat(typesOf("{\"type\":\"entityType\",\"entityType\":\"DEVICE\"}"))
                .containsExactly("Stuck", "Leak", "Hot");
        assertThat(typesOf("{\"type\":\"deviceType\",\"deviceTypes\":[\"water\",\"gas\"]}"))
                .containsExactly("Stuck", "Leak");
        assertThat(typesOf("{\"type\":\"deviceType\",\"deviceType\":\"heating\"}"))
                .containsExactly("Hot");
        assertThat(
                        typesOf(
                                "{\"type\":\"deviceType\",\"deviceTypes\":[\"water\"],\"deviceNameFilter\":\"pump v\"}"))
                .containsExactly("Stuck");
        assertThat(
                        typesOf(
                                "{\"type\":\"assetType\",\"assetTypes\":[\"building\"],\"assetNameFilter\":\"\"}"))
                .containsExactly("Dark");
    }

    @ParameterizedTest
    @CsvSource({"Pump,2", "1,0", "%1,2", "%valve%,1", "pump%,2", "_ump,0", "%,3"})
    void aNameFilterMatchesTheBeginningOrWhereItsPercentSignsSay(String name, int alarms) {
        assertThat(
                        typesOf(
                                "{\"type\":\"entityName\",\"entityType\":\"DEVICE\",\"entityNameFilter\":\"%s\"}"
                                        .formatted(name)))
                .hasSize(alarms);
    }

    @Test
    void propagatedAlarmsCountOnlyOnRequest() {
        for (String filter :
                List.of(
                        single(hall),
                        "{\"type\":\"entityList\",\"entityType\":\"ASSET\",\"entityList\":[%s]}"
                                .formatted(hall.path("id")),
                        "{\"type\":\"entityType\",\"entityType\":\"ASSET\"}",
                        "{\"type\":\"assetType\",\"assetTypes\":[\"building\"]}")) {
            assertThat(typesOf(filter)).as(filter).containsExactly("Dark");
            assertThat(
                            types(
                                    find(
                                            admin,
                                            "{\"entityFilter\":%s,\"pageLink\":{\"pageSize\":10,\"searchPropagatedAlarms\":true}}"
                                                    .formatted(filter))))
                    .as(filter)
                    .containsExactly("Dark", "Hot");
        }
    }

    @Test
    void thePageHasConditionsSearchAndOrder() {
        String hot =
                admin.get("/api/alarms?pageSize=1&page=0&textSearch=Hot")
                        .expect(200)
                        .text("/data/0/id/id");
        String me = admin.get("/api/auth/user").expect(200).text("/id/id");
        admin.post("/api/alarm/" + hot + "/ack", "").expect(200);
        admin.post("/api/alarm/%s/assign/%s".formatted(hot, me), "").expect(200);

        assertThat(typesWhere("\"statusList\":[\"ACK\"]")).containsExactly("Hot");
        assertThat(typesWhere("\"severityList\":[\"MINOR\",\"MAJOR\"]"))
                .containsExactly("Stuck", "Leak");
        assertThat(typesWhere("\"typeList\":[\"Dark\"]")).containsExactly("Dark");
        assertThat(
                        typesWhere(
                                "\"assigneeId\":{\"entityType\":\"USER\",\"id\":\"%s\"}"
                                        .formatted(me)))
                .containsExactly("Hot");
        assertThat(typesWhere("\"endTs\":1000")).isEmpty();
        assertThat(typesWhere("\"timeWindow\":3600000,\"startTs\":0,\"endTs\":0")).hasSize(4);
        assertThat(typesWhere("\"textSearch\":\"valve\"")).containsExactly("Stuck");
        assertThat(
                        typesWhere(
                                "\"sortOrder\":{\"key\":{\"type\":\"ALARM_FIELD\",\"key\":\"type\"},\"direction\":\"ASC\"}"))
                .containsExactly("Dark", "Hot", "Leak", "Stuck");
    }

    @Test
    void countsTheAlarmsOfAQuery() {
        assertThat(count(admin, "{}")).isEqualTo(4);
        assertThat(count(admin, "{\"severityList\":[\"CRITICAL\"],\"statusList\":[\"ACTIVE\"]}"))
                .isEqualTo(1);
        assertThat(
                        count(
                                admin,
                                "{\"entityFilter\":{\"type\":\"entityType\",\"entityType\":\"DEVICE\"},\"typeList\":[\"Leak\",\"Dark\"]}"))
                .isEqualTo(1);
    }

    @Test
    void usersSeeOnlyWhatIsTheirs() {
        CustomerId customer = server.newCustomer(tenant);
        JsonNode own = make("/api/device", "Own", "water");
        admin.post("/api/customer/%s/device/%s".formatted(customer, own.path("id").asString()), "")
                .expect(200);
        raise(own, "Mine", "MINOR", false);
        RestClient user = server.customerUser(tenant, customer);
        RestClient stranger = server.newTenantAdministrator();
        String water =
                "{\"entityFilter\":{\"type\":\"deviceType\",\"deviceTypes\":[\"water\"]},\"pageLink\":{\"pageSize\":10}}";
        String ofPump =
                "{\"entityFilter\":%s,\"pageLink\":{\"pageSize\":10}}".formatted(single(pump));

        assertThat(types(find(user, water))).containsExactly("Mine");
        assertThat(count(user, "{}")).isEqualTo(1);
        assertThat(types(find(stranger, water))).isEmpty();
        assertThat(count(stranger, "{}")).isZero();
        user.post("/api/alarmsQuery/find", json(ofPump)).expect(403);
        stranger.post("/api/alarmsQuery/find", json(ofPump)).expect(404);
        server.systemAdministrator().post("/api/alarmsQuery/find", json(ofPump)).expect(403);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {}                                                                            | pageLink: is required
                    {"pageLink":{}}                                                               | pageLink.pageSize: is required
                    {"pageLink":{"pageSize":0}}                                                   | pageLink.pageSize: must be
                    {"pageLink":{"pageSize":1,"sortOrder":{"key":{"key":"colour"}}}}              | sortProperty: cannot sort by 'colour'
                    {"pageLink":{"pageSize":1,"sortOrder":{"key":{"type":"TIME_SERIES","key":"t"}}}} | pageLink.sortOrder.key.type: expected ALARM_FIELD, got 'TIME_SERIES'
                    {"pageLink":{"pageSize":1,"statusList":["HOT"]}}                              | pageLink.statusList[0]: expected one of
                    {"pageLink":{"pageSize":1},"entityFilter":{}}                                 | entityFilter.type: expected singleEntity
                    {"pageLink":{"pageSize":1},"entityFilter":{"type":"relationsQuery"}}          | entityFilter.type: expected singleEntity
                    {"pageLink":{"pageSize":1},"entityFilter":{"type":"singleEntity"}}            | entityFilter.singleEntity: is required
                    {"pageLink":{"pageSize":1},"entityFilter":{"type":"entityList","entityType":"DEVICE","entityList":[]}} | entityFilter.entityList: expected 1 to 1000 values, got 0
                    {"pageLink":{"pageSize":1},"entityFilter":{"type":"entityType"}}              | entityFilter.entityType: is required
                    {"pageLink":{"pageSize":1},"entityFilter":{"type":"entityName","entityType":"CUSTOMER"}} | entityFilter.entityType: expected DEVICE or ASSET
                    {"pageLink":{"pageSize":1},"entityFilter":{"type":"deviceType"}}              | entityFilter.deviceTypes: expected 1 to 100 values
                    {"pageLink":{"pageSize":1},"keyFilters":[{"key":{}}]}                         | keyFilters: expected none
                    """)
    void saysWhichPropertyOfAQueryIsWrongOrNotSupported(String query, String message) {
        assertThat(admin.post("/api/alarmsQuery/find", json(query)).expect(400).text("/message"))
                .startsWith(message);
    }

    @Test
    void namesAFilterThatIsNotSupported() {
        assertThat(
                        admin.post(
                                        "/api/alarmsQuery/count",
                                        json("{\"entityFilter\":{\"type\":\"relationsQuery\"}}"))
                                .expect(400)
                                .text("/message"))
                .isEqualTo(
                        "entityFilter.type: expected singleEntity, entityList, entityType, entityName, deviceType or assetType, or no entityFilter for all alarms, got 'relationsQuery'");
    }
}
