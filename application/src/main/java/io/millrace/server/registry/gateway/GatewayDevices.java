// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.gateway;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.assignable.TypeChoice;
import io.millrace.server.registry.device.Device;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.server.registry.device.NewDevices;
import io.millrace.server.registry.device.NewDevices.NewDevice;
import io.millrace.server.registry.relation.Relations;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.IdJson;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.ProvisionRequest.WantedCredentials.AccessToken;
import io.millrace.transport.device.RefusedRequestException;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The devices behind gateways in the database. Calls block. */
@Component
final class GatewayDevices {

    /** The key in a device's additional info with the id of the gateway that it has connected through last. */
    static final String LAST_GATEWAY = "lastConnectedGateway";

    /** The type of the relation from a gateway to a device that was added for it. */
    static final String CREATED = "Created";

    private final DeviceDirectory directory;
    private final NewDevices newDevices;
    private final Relations relations;
    private final JdbcClient jdbc;

    GatewayDevices(
            DeviceDirectory directory,
            NewDevices newDevices,
            Relations relations,
            JdbcClient jdbc) {
        this.directory = directory;
        this.newDevices = newDevices;
        this.relations = relations;
        this.jdbc = jdbc;
    }

    /**
     * A device behind a gateway.
     *
     * @param added the device as REST shows it, if it was added; null if it existed
     */
    record Found(AuthenticatedDevice device, @Nullable Device added) {}

    /**
     * Returns the device of a name, and adds it if the tenant has none. It is the gateway's from then on, also if it
     * connected through another one before.
     *
     * @param name a valid name
     * @param profile name of the profile of a new device; a valid name
     * @throws RefusedRequestException if the device cannot be added
     */
    Found findOrAdd(AuthenticatedDevice gateway, String name, String profile) {
        TenantId tenant = gateway.tenant();
        Optional<AuthenticatedDevice> stored = directory.find(tenant, name);
        if (stored.isPresent()) {
            return connected(gateway, stored.get());
        }
        try {
            Device added = add(gateway, name, profile);
            return new Found(require(tenant, name), added);
        } catch (ApiException refusal) {
            // Another call may have added the device meanwhile.
            return connected(
                    gateway,
                    directory
                            .find(tenant, name)
                            .orElseThrow(() ->
                                    new RefusedRequestException(
                                            String.valueOf(refusal.getMessage()))));
        }
    }

    private AuthenticatedDevice require(TenantId tenant, String name) {
        return directory
                .find(tenant, name)
                .orElseThrow(() ->
                        new RefusedRequestException(
                                "device '%s' was deleted while it connected".formatted(name)));
    }

    private Device add(AuthenticatedDevice gateway, String name, String profile) {
        CustomerId customer = customerOf(gateway);
        ObjectNode info =
                JsonNodeFactory.instance
                        .objectNode()
                        .put(LAST_GATEWAY, gateway.device().toString());
        NewDevice wanted =
                new NewDevice(
                        name, new TypeChoice.Named(profile), customer, info, new AccessToken(null));
        return newDevices.add(gateway.tenant(), wanted, id -> relate(gateway, id));
    }

    private CustomerId customerOf(AuthenticatedDevice gateway) {
        return jdbc.sql("select customer_id from device where tenant_id = :tenant and id = :id")
                .param("tenant", gateway.tenant().id())
                .param("id", gateway.device().id())
                .query((row, _) -> Optional.ofNullable(row.getObject(1, UUID.class)))
                .optional()
                .orElseThrow(() -> new RefusedRequestException("the gateway was deleted"))
                .map(CustomerId::new)
                .orElse(IdJson.NO_CUSTOMER);
    }

    private void relate(AuthenticatedDevice gateway, DeviceId device) {
        relations.relate(
                gateway.tenant(),
                gateway.device().entity(),
                device.entity(),
                CREATED,
                () -> customerOf(gateway));
    }

    /**
     * Notes through which gateway a device connects, if that has changed. Nothing on this instance depends on it, so no
     * event is published; other instances are notified of the changed row as of every one.
     */
    private Found connected(AuthenticatedDevice gateway, AuthenticatedDevice device) {
        jdbc.sql(
                        """
                        update device
                           set additional_info = coalesce(additional_info, '{}')
                                 || jsonb_build_object('lastConnectedGateway', cast(:gateway as text)),
                               version = version + 1
                         where tenant_id = :tenant and id = :id
                           and additional_info ->> 'lastConnectedGateway' is distinct from :gateway
                           and (additional_info is null or jsonb_typeof(additional_info) = 'object')
                        """)
                .param("gateway", gateway.device().toString())
                .param("tenant", device.tenant().id())
                .param("id", device.device().id())
                .update();
        return new Found(device, null);
    }
}
