// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static io.millrace.server.rest.Endpoint.call;
import static io.millrace.server.rest.Endpoint.get;
import static io.millrace.server.rest.Endpoint.list;
import static io.millrace.server.rest.Endpoint.post;

import java.util.stream.Stream;

/** Customers, and the entities that are assigned to them. */
final class CustomerEndpoints {

    private CustomerEndpoints() {}

    static Stream<Endpoint> all() {
        return Stream.of(
                get("/api/customer/{customerId}", Audience.ENTITY),
                get("/api/customer/{customerId}/shortInfo", Audience.ENTITY),
                get("/api/customer/{customerId}/title", Audience.ENTITY),
                list("/api/customers", Audience.OWN_TENANT_ADMIN),
                call("GET /api/customers/list", Audience.OWN_TENANT_ADMIN)
                        .withParameter(Victim.INSTANCE.fill("customerIds={customerId}")),
                call("GET /api/tenant/customers", Audience.ENTITY_ADMIN)
                        .withParameter("customerTitle=" + Victim.SECRET),
                post("/api/customer", Victim.INSTANCE.customerBody(), Audience.ENTITY_ADMIN),
                new Endpoint(
                        "GET /api/plugins/telemetry/{entityType}/{entityId}/values/attributes",
                        Victim.INSTANCE.fill(
                                "/api/plugins/telemetry/CUSTOMER/{customerId}/values/attributes"),
                        null,
                        Audience.ENTITY),
                call("DELETE /api/customer/{customerId}", Audience.ENTITY_ADMIN),
                call("POST /api/customer/{customerId}/device/{deviceId}", Audience.ENTITY_ADMIN),
                call("DELETE /api/customer/device/{deviceId}", Audience.ENTITY_ADMIN),
                call("GET /api/customer/{customerId}/devices", Audience.ENTITY)
                        .withParameter("pageSize=100&page=0"),
                call("GET /api/customer/{customerId}/deviceInfos", Audience.ENTITY)
                        .withParameter("pageSize=100&page=0"));
    }
}
