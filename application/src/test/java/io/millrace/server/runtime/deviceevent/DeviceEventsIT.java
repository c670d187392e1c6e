// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deviceevent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceEvents;
import io.millrace.transport.device.DeviceEvents.Detail;
import io.millrace.transport.device.DeviceEvents.Event;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeviceEventsIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final AuthenticatedDevice device = newDevice();

    private AuthenticatedDevice newDevice() {
        admin.post("/api/device", Map.of("name", "Pump")).expect(200);
        return server.bean(DeviceDirectory.class).find(tenant, "Pump").orElseThrow();
    }

    private RestClient.Answer events(RestClient by, String parameters) {
        return by.get(
                "/api/device/%s/events?pageSize=10&page=0%s"
                        .formatted(device.device(), parameters));
    }

    @Test
    void administratorsAndTheUsersOfTheCustomerSeeTheEventsOfADevice() {
        CustomerId customer = server.newCustomer(tenant);
        RestClient user = server.customerUser(tenant, customer);
        server.bean(DeviceEvents.class)
                .happened(
                        device,
                        Event.PUBLISH_REFUSED,
                        "mqtt 10.0.0.1",
                        new Detail("a/b", "unknown topic"));

        await().untilAsserted(() ->
                assertThat(events(admin, "").expect(200).text("/totalElements")).isEqualTo("1"));

        assertThat(events(admin, "").json().path("data").path(0).propertyNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "createdTime",
                        "lastTime",
                        "event",
                        "topic",
                        "cause",
                        "connection",
                        "count");
        assertThat(events(admin, "&event=PUBLISH_REFUSED").expect(200).text("/data/0/topic"))
                .isEqualTo("a/b");
        assertThat(events(admin, "&event=CONNECTED").expect(200).text("/totalElements"))
                .isEqualTo("0");
        assertThat(events(admin, "&endTime=1").expect(200).text("/totalElements")).isEqualTo("0");
        events(admin, "&event=EXPLODED").expectError(400, 31);
        events(user, "").expectError(403, 20);
        admin.post("/api/customer/%s/device/%s".formatted(customer, device.device()), "")
                .expect(200);
        assertThat(events(user, "").expect(200).text("/totalElements")).isEqualTo("1");
    }
}
