// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static io.millrace.server.rest.Endpoint.call;
import static io.millrace.server.rest.Endpoint.get;
import static io.millrace.server.rest.Endpoint.list;
import static io.millrace.server.rest.Endpoint.post;

import java.util.stream.Stream;

/** Entity views. */
final class EntityViewEndpoints {

    private static final String PAGE = "pageSize=100&page=0";

    private EntityViewEndpoints() {}

    static Stream<Endpoint> all() {
        return Stream.of(
                get("/api/entityView/{entityViewId}", Audience.ENTITY),
                get("/api/entityView/info/{entityViewId}", Audience.ENTITY),
                get("/api/entityView/types", Audience.OWN_TENANT),
                call("GET /api/entityViews", Audience.OWN_TENANT)
                        .withParameter("entityViewIds=" + Victim.INSTANCE.view()),
                post("/api/entityView", Victim.INSTANCE.viewBody(), Audience.ENTITY_ADMIN),
                new Endpoint(
                        "GET /api/plugins/telemetry/{entityType}/{entityId}/values/timeseries",
                        "/api/plugins/telemetry/ENTITY_VIEW/%s/values/timeseries"
                                .formatted(Victim.INSTANCE.view()),
                        null,
                        Audience.ENTITY),
                call("DELETE /api/entityView/{entityViewId}", Audience.ENTITY_ADMIN),
                list("/api/tenant/entityViews", Audience.OWN_TENANT_ADMIN),
                call("GET /api/tenant/entityView", Audience.ENTITY_ADMIN)
                        .withParameter("entityViewName=" + Victim.SECRET),
                call("GET /api/tenant/entityViews", Audience.ENTITY_ADMIN)
                        .withParameter("entityViewName=" + Victim.SECRET),
                list("/api/tenant/entityViewInfos", Audience.OWN_TENANT_ADMIN),
                call(
                        "POST /api/customer/{customerId}/entityView/{entityViewId}",
                        Audience.ENTITY_ADMIN),
                call("DELETE /api/customer/entityView/{entityViewId}", Audience.ENTITY_ADMIN),
                call("GET /api/customer/{customerId}/entityViews", Audience.ENTITY)
                        .withParameter(PAGE),
                call("GET /api/customer/{customerId}/entityViewInfos", Audience.ENTITY)
                        .withParameter(PAGE));
    }
}
