// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.gateway;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** A device that a gateway names. */
    record Named(String name, DeviceId gateway) {}

    /**
     * A device behind a gateway.
     *
     * @param added the device as REST shows it, if it was added; null if it existed
     */
    record Found(AuthenticatedDevice device, @Nullable Device added) {}

    /**
     * Returns those of the devices that the tenant has. Each is the gateway's from then on, also if it connected through
     * another one before.
     */
    Map<Named, AuthenticatedDevice> connect(TenantId tenant, List<Named> wanted) {
        Map<String, AuthenticatedDevice> devices =
                directory
                        .findNamed(tenant, wanted.stream().map(Named::name).distinct().toList())
                        .stream()
                        .collect(toMap(AuthenticatedDevice::name, identity()));
        Map<Named, AuthenticatedDevice> found = new HashMap<>();
        Map<DeviceId, DeviceId> gateways = new HashMap<>();
        for (Named named : wanted) {
            AuthenticatedDevice device = devices.get(named.name());
            if (device != null) {
                found.put(named, device);
                gateways.put(device.device(), named.gateway());
            }
        }
        if (!gateways.isEmpty()) {
            note(tenant, gateways);
        }
        return found;
    }

    /**
     * Adds a device of a name that the tenant does not have; returns that device if the tenant has it meanwhile.
     *
     * @param name a valid name
     * @param profile name of the profile of a new device; a valid name
     * @throws RefusedRequestException if the device cannot be added
     */
    Found add(AuthenticatedDevice gateway, String name, String profile) {
        TenantId tenant = gateway.tenant();
        try {
            Device added = insert(gateway, name, profile);
            return new Found(require(tenant, name), added);
        } catch (ApiException refusal) {
            Named named = new Named(name, gateway.device());
            AuthenticatedDevice present = connect(tenant, List.of(named)).get(named);
            if (present == null) {
                throw new RefusedRequestException(String.valueOf(refusal.getMessage()));
            }
            return new Found(present, null);
        }
    }

    private AuthenticatedDevice require(TenantId tenant, String name) {
        return directory
                .find(tenant, name)
                .orElseThrow(() ->
                        new RefusedRequestException(
                                "device '%s' was deleted while it connected".formatted(name)));
    }

    private Device insert(AuthenticatedDevice gateway, String name, String profile) {
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
     * Notes through which gateway devices connect, where that has changed. Nothing on this instance depends on it, so no
     * event is published; other instances are notified of a changed row as of every one. Rows are locked in the order of
     * their ids, so calls that change the same ones do not end in a deadlock.
     */
    private void note(TenantId tenant, Map<DeviceId, DeviceId> gateways) {
        jdbc.sql(
                        """
                        update device d
                           set additional_info = coalesce(d.additional_info, '{}')
                                 || jsonb_build_object('lastConnectedGateway', c.gateway),
                               version = d.version + 1
                          from (select l.id, g.gateway
                                  from unnest(:devices, :gateways) as g (device, gateway)
                                  join device l on l.id = g.device
                                 where l.tenant_id = :tenant
                                   and l.additional_info ->> 'lastConnectedGateway' is distinct from g.gateway
                                   and (l.additional_info is null or jsonb_typeof(l.additional_info) = 'object')
                                 order by l.id
                                   for update of l) c
                         where d.id = c.id
                        """)
                .param("devices", gateways.keySet().stream().map(DeviceId::id).toArray(UUID[]::new))
                .param(
                        "gateways",
                        gateways.values().stream().map(DeviceId::toString).toArray(String[]::new))
                .param("tenant", tenant.id())
                .update();
    }
}
