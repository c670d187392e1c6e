// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static io.millrace.server.rest.Endpoint.call;
import static io.millrace.server.rest.Endpoint.get;
import static io.millrace.server.rest.Endpoint.list;
import static io.millrace.server.rest.Endpoint.post;

import java.util.stream.Stream;

/** Assets. */
final class AssetEndpoints {

    private static final String PAGE = "pageSize=100&page=0";

    private AssetEndpoints() {}

    static Stream<Endpoint> all() {
        return Stream.of(
                get("/api/asset/{assetId}", Audience.ENTITY),
                get("/api/asset/info/{assetId}", Audience.ENTITY),
                get("/api/asset/types", Audience.OWN_TENANT),
                call("GET /api/assets", Audience.OWN_TENANT)
                        .withParameter("assetIds=" + Victim.INSTANCE.asset()),
                post("/api/asset", Victim.INSTANCE.assetBody(), Audience.ENTITY),
                new Endpoint(
                        "GET /api/plugins/telemetry/{entityType}/{entityId}/values/attributes",
                        "/api/plugins/telemetry/ASSET/%s/values/attributes"
                                .formatted(Victim.INSTANCE.asset()),
                        null,
                        Audience.ENTITY),
                call("DELETE /api/asset/{assetId}", Audience.ENTITY_ADMIN),
                list("/api/tenant/assets", Audience.OWN_TENANT_ADMIN),
                call("GET /api/tenant/asset", Audience.ENTITY_ADMIN)
                        .withParameter("assetName=" + Victim.SECRET),
                call("GET /api/tenant/assets", Audience.ENTITY_ADMIN)
                        .withParameter("assetName=" + Victim.SECRET),
                list("/api/tenant/assetInfos", Audience.OWN_TENANT_ADMIN),
                list("/api/tenant/assetInfos", Audience.OWN_TENANT_ADMIN)
                        .withParameter("assetProfileId=" + Victim.INSTANCE.assetProfile()),
                call("POST /api/customer/{customerId}/asset/{assetId}", Audience.ENTITY_ADMIN),
                call("DELETE /api/customer/asset/{assetId}", Audience.ENTITY_ADMIN),
                call("GET /api/customer/{customerId}/assets", Audience.ENTITY).withParameter(PAGE),
                call("GET /api/customer/{customerId}/assetInfos", Audience.ENTITY)
                        .withParameter(PAGE));
    }
}
