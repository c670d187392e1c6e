// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.devicerequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.id.DeviceId;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.transport.device.AttributeRequest;
import io.millrace.transport.device.AttributeValues;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.RefusedRequestException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AttributeRequestsIT {

    private static final String LARGE = "x".repeat(250_000);

    private final RestServer server = RestServer.running();
    private final RestClient admin = server.newTenantAdministrator();
    private final DeviceId id =
            DeviceId.of(admin.post("/api/device", Map.of("name", "A")).expect(200).text("/id/id"));
    private final AuthenticatedDevice device =
            server.bean(DeviceDirectory.class).find(List.of(id)).getFirst();

    private void share(String key, String value) {
        admin.post(
                        "/api/plugins/telemetry/DEVICE/%s/attributes/SHARED_SCOPE".formatted(id),
                        Map.of(key, value))
                .expect(200);
    }

    private AttributeValues read(AttributeRequest request) {
        return server.bean(AttributeRequests.class)
                .read(device, request)
                .toCompletableFuture()
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }

    @Test
    void aKeyIsReadFromTheScopeThatItIsRequestedOf() {
        share("mode", "auto");

        assertThat(read(new AttributeRequest(List.of("mode"), List.of("mode"))))
                .isEqualTo(
                        new AttributeValues(
                                List.of(), List.of(new KeyValue("mode", new StringValue("auto")))));
    }

    @Test
    void anAnswerThatWouldBeTooLongIsRefused() {
        for (String key : List.of("a", "b", "c", "d")) {
            share(key, LARGE);
        }
        assertThat(read(new AttributeRequest(null, null)).shared()).hasSize(4);

        share("e", LARGE);

        for (AttributeRequest request :
                List.of(
                        new AttributeRequest(null, null),
                        new AttributeRequest(null, List.of("a", "b", "c", "d", "e")))) {
            assertThatThrownBy(() -> read(request))
                    .hasCauseInstanceOf(RefusedRequestException.class)
                    .hasMessageContaining("request fewer keys");
        }
    }
}
