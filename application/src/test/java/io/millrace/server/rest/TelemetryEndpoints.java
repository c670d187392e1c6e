// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static io.millrace.server.rest.Endpoint.telemetry;

import java.util.stream.Stream;

/** Time series and attributes of entities. */
final class TelemetryEndpoints {

    private TelemetryEndpoints() {}

    static Stream<Endpoint> all() {
        return Stream.of(
                telemetry("/keys/timeseries"),
                telemetry("/values/timeseries"),
                telemetry("/values/timeseries/history")
                        .withParameter(
                                "keys=%s&startTs=0&endTs=%d"
                                        .formatted(Victim.SECRET, Long.MAX_VALUE)),
                telemetry("/values/timeseries/message")
                        .withParameter("key=%s&ts=1".formatted(Victim.SECRET)),
                telemetry("/keys/attributes"),
                telemetry("/keys/attributes/{scope}"),
                telemetry("/values/attributes"),
                telemetry("/values/attributes/{scope}"),
                writing("POST", "/{entityType}/{entityId}/timeseries/{scope}"),
                writing("POST", "/{entityType}/{entityId}/timeseries/{scope}/{ttl}"),
                writing("DELETE", "/{entityType}/{entityId}/timeseries/delete")
                        .withParameter("deleteAllDataForKeys=true"),
                writing("POST", "/{entityType}/{entityId}/attributes/{scope}"),
                writing("POST", "/{entityType}/{entityId}/{scope}"),
                writing("POST", "/{deviceId}/{scope}"),
                writing("DELETE", "/{entityType}/{entityId}/{scope}"),
                writing("DELETE", "/{deviceId}/{scope}"));
    }

    private static Endpoint writing(String method, String pattern) {
        String mapping = "/api/plugins/telemetry" + pattern;
        return new Endpoint(
                method + " " + mapping,
                Victim.INSTANCE.fill(mapping) + "?keys=" + Victim.SECRET,
                "{\"%s\":\"overwritten\"}".formatted(Victim.SECRET),
                Audience.ENTITY);
    }
}
