// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static io.millrace.server.rest.Endpoint.call;
import static io.millrace.server.rest.Endpoint.get;
import static io.millrace.server.rest.Endpoint.list;
import static io.millrace.server.rest.Endpoint.post;

import java.util.stream.Stream;

/** Alarms and the comments on them. */
final class AlarmEndpoints {

    private static final String PAGE = "pageSize=100&page=0";

    private static final String VICTIMS_DEVICE =
            Victim.INSTANCE.fill(
                    "{\"type\":\"singleEntity\",\"singleEntity\":{\"entityType\":\"{entityType}\",\"id\":\"{entityId}\"}}");

    private AlarmEndpoints() {}

    static Stream<Endpoint> all() {
        return Stream.of(
                post("/api/alarm", Victim.INSTANCE.alarmBody(), Audience.ENTITY),
                get("/api/alarm/{alarmId}", Audience.ENTITY),
                get("/api/alarm/info/{alarmId}", Audience.ENTITY),
                call("DELETE /api/alarm/{alarmId}", Audience.ENTITY),
                call("POST /api/alarm/{alarmId}/ack", Audience.ENTITY),
                call("POST /api/alarm/{alarmId}/clear", Audience.ENTITY),
                new Endpoint(
                        "POST /api/alarm/{alarmId}/assign/{assigneeId}",
                        Victim.INSTANCE.fill("/api/alarm/{alarmId}/assign/{userId}"),
                        null,
                        Audience.ENTITY),
                call("DELETE /api/alarm/{alarmId}/assign", Audience.ENTITY),
                get("/api/alarm/{alarmId}/comment", Audience.ENTITY).withParameter(PAGE),
                new Endpoint(
                        "POST /api/alarm/{alarmId}/comment",
                        Victim.INSTANCE.fill("/api/alarm/{alarmId}/comment"),
                        "{\"comment\":{\"text\":\"intruder\"}}",
                        Audience.ENTITY),
                call("DELETE /api/alarm/{alarmId}/comment/{commentId}", Audience.ENTITY),
                get("/api/alarm/{entityType}/{entityId}", Audience.ENTITY).withParameter(PAGE),
                get("/api/v2/alarm/{entityType}/{entityId}", Audience.ENTITY).withParameter(PAGE),
                get("/api/alarm/highestSeverity/{entityType}/{entityId}", Audience.ENTITY),
                list("/api/alarms", Audience.OWN_TENANT),
                list("/api/v2/alarms", Audience.OWN_TENANT),
                list("/api/alarm/types", Audience.OWN_TENANT),
                post(
                        "/api/alarmsQuery/find",
                        "{\"entityFilter\":%s,\"pageLink\":{\"pageSize\":100}}"
                                .formatted(VICTIMS_DEVICE),
                        Audience.ENTITY),
                post(
                        "/api/alarmsQuery/count",
                        "{\"entityFilter\":%s}".formatted(VICTIMS_DEVICE),
                        Audience.ENTITY));
    }
}
