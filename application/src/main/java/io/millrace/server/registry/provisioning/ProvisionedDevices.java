// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.provisioning;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.StoreException;
import io.millrace.server.registry.assignable.AssignableRepository;
import io.millrace.server.registry.assignable.TypeChoice;
import io.millrace.server.registry.device.Device;
import io.millrace.server.registry.device.NewDevices;
import io.millrace.server.registry.device.NewDevices.NewDevice;
import io.millrace.server.registry.entity.RandomText;
import io.millrace.server.registry.provisioning.ProvisioningProfiles.ProvisioningProfile;
import io.millrace.server.store.attribute.AttributeReader;
import io.millrace.server.store.attribute.AttributeTransactions;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.api.NameRules;
import io.millrace.transport.device.ProvisionRequest;
import io.millrace.transport.device.ProvisionRequest.WantedCredentials.Other;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Applies the strategies of profiles in the database, each in one transaction. Calls block. */
@Component
final class ProvisionedDevices {

    /** The server attribute of devices that were provisioned, and its value. */
    static final String STATE = "provisionState";

    private static final String PROVISIONED = "provisioned";

    private final NewDevices newDevices;
    private final AssignableRepository<Device> devices;
    private final AttributeTransactions attributes;
    private final AttributeReader reader;
    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final Clock clock;

    ProvisionedDevices(
            NewDevices newDevices,
            AssignableRepository<Device> devices,
            AttributeTransactions attributes,
            AttributeReader reader,
            JdbcClient jdbc,
            PlatformTransactionManager transactions,
            Clock clock) {
        this.newDevices = newDevices;
        this.devices = devices;
        this.attributes = attributes;
        this.reader = reader;
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
        this.clock = clock;
    }

    /** What a request has led to. */
    sealed interface Outcome {

        /** A device was added. */
        record Added(Device device) implements Outcome {}

        /** A device that exists may have its credentials. */
        record Allowed(Device device) implements Outcome {}

        /**
         * The strategy does not allow the request.
         *
         * @param device the device that the request is about; null if it does not exist
         * @param reason for the client
         */
        record Refused(@Nullable Device device, String reason) implements Outcome {}
    }

    /** Applies the strategy of the profile. */
    Outcome provision(ProvisioningProfile profile, ProvisionRequest request) {
        if (request.credentials() instanceof Other(String type)) {
            return new Outcome.Refused(
                    null,
                    "credentialsType: %s is not available. Allowed: ACCESS_TOKEN, MQTT_BASIC"
                            .formatted(type));
        }
        try {
            attributes.prepare(profile.tenant(), STATE);
            return switch (profile.strategy()) {
                case ALLOW_CREATE_NEW_DEVICES -> add(profile, request);
                case CHECK_PRE_PROVISIONED_DEVICES -> check(profile, request);
            };
        } catch (StoreException e) {
            return new Outcome.Refused(null, String.valueOf(e.getMessage()));
        }
    }

    private Outcome add(ProvisioningProfile profile, ProvisionRequest request) {
        String given = request.deviceName();
        String name = given == null || given.isBlank() ? RandomText.token() : given;
        Optional<String> fault = NameRules.faultIn(name);
        if (fault.isPresent()) {
            return new Outcome.Refused(null, "deviceName: " + fault.get());
        }
        Optional<Device> stored = devices.findByName(profile.tenant(), name);
        if (stored.isPresent()) {
            return taken(stored.get());
        }
        try {
            return new Outcome.Added(add(profile, name, request));
        } catch (ApiException refusal) {
            // Another request may have added a device of this name meanwhile.
            return devices.findByName(profile.tenant(), name)
                    .map(ProvisionedDevices::taken)
                    .orElseGet(
                            () -> new Outcome.Refused(null, String.valueOf(refusal.getMessage())));
        }
    }

    private static Outcome taken(Device device) {
        return new Outcome.Refused(
                device, "deviceName: a device '%s' exists already".formatted(device.name()));
    }

    private Device add(ProvisioningProfile profile, String name, ProvisionRequest request) {
        JsonNode info =
                request.gateway()
                        ? JsonNodeFactory.instance.objectNode().put("gateway", true)
                        : null;
        NewDevice wanted =
                new NewDevice(
                        name,
                        new TypeChoice.OfProfile(profile.id().id()),
                        IdJson.NO_CUSTOMER,
                        info,
                        request.credentials());
        Device added =
                newDevices.add(profile.tenant(), wanted, id -> saveState(profile.tenant(), id));
        attributes.committed(added.entityId(), AttributeScope.SERVER_SCOPE);
        return added;
    }

    private Outcome check(ProvisioningProfile profile, ProvisionRequest request) {
        String name = request.deviceName();
        if (name == null || name.isBlank() || NameRules.faultIn(name).isPresent()) {
            return new Outcome.Refused(null, "deviceName: must be the name of a device");
        }
        Optional<Device> device =
                devices.findByName(profile.tenant(), name)
                        .filter(found -> found.deviceProfileId().equals(profile.id()));
        if (device.isEmpty()) {
            return new Outcome.Refused(
                    null, "deviceName: the profile has no device '%s'".formatted(name));
        }
        boolean allowed =
                Boolean.TRUE.equals(transaction.execute(_ -> mayBeProvisioned(device.get())));
        if (!allowed) {
            return new Outcome.Refused(
                    device.get(),
                    "the device has a server attribute %s other than %s"
                            .formatted(STATE, PROVISIONED));
        }
        attributes.committed(device.get().entityId(), AttributeScope.SERVER_SCOPE);
        return new Outcome.Allowed(device.get());
    }

    /** Notes that a device is provisioned; false if its state does not allow that, or it was deleted. */
    private boolean mayBeProvisioned(Device device) {
        boolean exists =
                jdbc.sql(
                                "select id from device where tenant_id = :tenant and id = :id for no key update")
                        .param("tenant", device.tenantId().id())
                        .param("id", device.id().id())
                        .query(UUID.class)
                        .optional()
                        .isPresent();
        boolean allowed =
                exists
                        && state(device).stream()
                                .allMatch(state ->
                                        state.keyValue()
                                                .value()
                                                .equals(new Value.StringValue(PROVISIONED)));
        if (allowed) {
            saveState(device.tenantId(), device.id());
        }
        return allowed;
    }

    private List<Attribute> state(Device device) {
        return reader.attributes(
                        device.tenantId(),
                        device.entityId(),
                        EnumSet.of(AttributeScope.SERVER_SCOPE),
                        Set.of(STATE))
                .getOrDefault(AttributeScope.SERVER_SCOPE, List.of());
    }

    private void saveState(TenantId tenant, DeviceId device) {
        attributes.save(
                tenant,
                device.entity(),
                AttributeScope.SERVER_SCOPE,
                new KeyValue(STATE, new Value.StringValue(PROVISIONED)),
                clock.millis());
    }
}
