// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static io.millrace.server.rest.Endpoint.call;
import static io.millrace.server.rest.Endpoint.get;
import static io.millrace.server.rest.Endpoint.list;
import static io.millrace.server.rest.Endpoint.post;

import java.util.Map;
import java.util.stream.Stream;

/** Accounts. */
final class UserEndpoints {

    private UserEndpoints() {}

    static Stream<Endpoint> all() {
        String pending = newAdministrator("pending");
        return Stream.of(
                get("/api/user/{userId}", Audience.ACCOUNT),
                list("/api/users", Audience.OWN_TENANT),
                list("/api/users/info", Audience.OWN_TENANT),
                call("GET /api/tenant/{tenantId}/users", Audience.INSTALLATION)
                        .withParameter("pageSize=100&page=0"),
                call("GET /api/customer/{customerId}/users", Audience.ENTITY_ADMIN)
                        .withParameter("pageSize=100&page=0"),
                post("/api/user", Victim.INSTANCE.intruderBody(), Audience.TENANT),
                of(pending, "GET /api/user/{userId}/activationLink"),
                of(pending, "GET /api/user/{userId}/activationLinkInfo"),
                of(pending, "POST /api/user/{userId}/userCredentialsEnabled")
                        .withParameter("userCredentialsEnabled=false"),
                // A spare user that the administrator of the installation may delete.
                of(newAdministrator("doomed"), "DELETE /api/user/{userId}"),
                call("GET /api/user/{userId}/token", Audience.TENANT),
                get("/api/user/tokenAccessEnabled", Audience.ADMINISTRATOR));
    }

    /** Reached as its tenant is. */
    private static Endpoint of(String user, String mapping) {
        String path = mapping.substring(mapping.indexOf(' ') + 1).replace("{userId}", user);
        return new Endpoint(mapping, path, null, Audience.TENANT);
    }

    private static String newAdministrator(String name) {
        return Victim.INSTANCE
                .admin()
                .post(
                        "/api/user",
                        Map.of("email", name + "@victim.example", "authority", "TENANT_ADMIN"))
                .expect(200)
                .text("/id/id");
    }
}
