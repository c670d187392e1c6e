// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static io.millrace.server.rest.Endpoint.call;
import static io.millrace.server.rest.Endpoint.get;
import static io.millrace.server.rest.Endpoint.list;
import static io.millrace.server.rest.Endpoint.post;

import java.util.stream.Stream;

/** Device profiles and asset profiles. */
final class ProfileEndpoints {

    private ProfileEndpoints() {}

    static Stream<Endpoint> all() {
        return Stream.of(
                get("/api/deviceProfile/names", Audience.OWN_TENANT),
                call("DELETE /api/deviceProfile/{deviceProfileId}", Audience.ENTITY_ADMIN),
                call("POST /api/deviceProfile/{deviceProfileId}/default", Audience.ENTITY_ADMIN),
                keysOfDevices("timeseries"),
                keysOfDevices("attributes"),
                get("/api/deviceProfile/devices/keys/timeseries", Audience.OWN_TENANT_ADMIN),
                get("/api/deviceProfile/devices/keys/attributes", Audience.OWN_TENANT_ADMIN),
                get("/api/assetProfile/{assetProfileId}", Audience.ENTITY),
                get("/api/assetProfileInfo/{assetProfileId}", Audience.ENTITY),
                get("/api/assetProfileInfo/default", Audience.OWN_TENANT),
                get("/api/assetProfile/names", Audience.OWN_TENANT),
                list("/api/assetProfiles", Audience.OWN_TENANT_ADMIN),
                list("/api/assetProfileInfos", Audience.OWN_TENANT),
                call("GET /api/assetProfileInfos/list", Audience.OWN_TENANT)
                        .withParameter(Victim.INSTANCE.fill("assetProfileIds={assetProfileId}")),
                call("GET /api/deviceProfileInfos/list", Audience.OWN_TENANT)
                        .withParameter(Victim.INSTANCE.fill("deviceProfileIds={deviceProfileId}")),
                post(
                        "/api/assetProfile",
                        Victim.INSTANCE.assetProfileBody(),
                        Audience.ENTITY_ADMIN),
                call("POST /api/assetProfile/{assetProfileId}/default", Audience.ENTITY_ADMIN),
                call("DELETE /api/assetProfile/{assetProfileId}", Audience.ENTITY_ADMIN));
    }

    private static Endpoint keysOfDevices(String kind) {
        return call("GET /api/deviceProfile/devices/keys/" + kind, Audience.ENTITY_ADMIN)
                .withParameter("deviceProfileId=" + Victim.INSTANCE.profile());
    }
}
