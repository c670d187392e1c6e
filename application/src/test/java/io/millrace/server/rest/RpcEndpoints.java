// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static io.millrace.server.rest.Endpoint.call;
import static io.millrace.server.rest.Endpoint.get;

import java.util.stream.Stream;

/** RPC requests to devices. */
final class RpcEndpoints {

    private RpcEndpoints() {}

    static Stream<Endpoint> all() {
        return Stream.of(
                to("/api/rpc/oneway/{deviceId}"),
                to("/api/rpc/twoway/{deviceId}"),
                to("/api/plugins/rpc/oneway/{deviceId}"),
                to("/api/plugins/rpc/twoway/{deviceId}"),
                get("/api/rpc/persistent/{rpcId}", Audience.ENTITY),
                get("/api/rpc/persistent/device/{deviceId}", Audience.ENTITY)
                        .withParameter("pageSize=100")
                        .withParameter("page=0"),
                call("DELETE /api/rpc/persistent/{rpcId}", Audience.ENTITY_ADMIN));
    }

    private static Endpoint to(String pattern) {
        return new Endpoint(
                "POST " + pattern,
                Victim.INSTANCE.fill(pattern),
                "{\"method\":\"m\",\"params\":{}}",
                Audience.ENTITY);
    }
}
