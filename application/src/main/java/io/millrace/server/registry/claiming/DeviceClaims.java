// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.claiming;

import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value;
import io.millrace.server.platform.settings.ClaimSettings;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.registry.assignable.AssignableEntities;
import io.millrace.server.registry.assignable.AssignableRepository;
import io.millrace.server.registry.claiming.ClaimTable.Consent;
import io.millrace.server.registry.customer.Customer;
import io.millrace.server.registry.customer.CustomerRepository;
import io.millrace.server.registry.device.Device;
import io.millrace.server.store.attribute.AttributeTransactions;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.ErrorCode;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.SecurityUser;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Assigns devices to customers whose users claim them, and gives them back. Of users who claim one device at the same
 * time one gets it: the assignment is refused if the device has changed since it was read.
 */
@Component
final class DeviceClaims {

    /** Wrong secrets after which the device has to ask again. */
    static final int MAX_FAILURES = 10;

    private static final Logger log = LoggerFactory.getLogger(DeviceClaims.class);

    private final AssignableEntities<Device> entities;
    private final AssignableRepository<Device> devices;
    private final CustomerRepository customers;
    private final EntityAccess access;
    private final ClaimTable claims;
    private final EntityActions actions;
    private final AttributeTransactions attributes;
    private final ClaimSettings settings;
    private final TransactionTemplate transaction;
    private final Clock clock;

    DeviceClaims(
            AssignableEntities<Device> entities,
            AssignableRepository<Device> devices,
            CustomerRepository customers,
            EntityAccess access,
            ClaimTable claims,
            EntityActions actions,
            AttributeTransactions attributes,
            ClaimSettings settings,
            PlatformTransactionManager transactions,
            Clock clock) {
        this.entities = entities;
        this.devices = devices;
        this.customers = customers;
        this.access = access;
        this.claims = claims;
        this.actions = actions;
        this.attributes = attributes;
        this.settings = settings;
        this.transaction = new TransactionTemplate(transactions);
        this.clock = clock;
    }

    /** ThingsBoard's names of what has become of a claim. */
    enum ClaimResponse {
        SUCCESS,
        /** The device has not asked to be claimed, or too long ago, or the secret is wrong. */
        FAILURE,
        /** The device belongs to a customer. */
        CLAIMED
    }

    /**
     * The answer to a claim.
     *
     * @param device the device as it is then, after a success; else null
     */
    record ClaimResult(@Nullable Device device, ClaimResponse response) {}

    /**
     * Claims a device for the customer of a user.
     *
     * @throws ApiException (404) if the tenant has no device of the name
     */
    ClaimResult claim(SecurityUser caller, String name, @Nullable String secret) {
        Customer customer = access.require(caller, customers, caller.customerId().id());
        Device device = require(caller, name);
        if (device.assignedTo() != null) {
            return new ClaimResult(null, ClaimResponse.CLAIMED);
        }
        Optional<Consent> consent = claims.find(device.tenantId(), device.id());
        if (consent.isEmpty() || consent.get().expiresAt() < clock.millis()) {
            return new ClaimResult(null, ClaimResponse.FAILURE);
        }
        if (!consent.get().secret().matches(ClaimSecret.of(device.id(), secret))) {
            claims.failed(device.id(), MAX_FAILURES);
            log.info(
                    "User {} of tenant {} tried to claim device {} with a wrong secret",
                    caller.userId(),
                    caller.tenantId(),
                    device.id());
            return new ClaimResult(null, ClaimResponse.FAILURE);
        }
        return assign(caller, device, customer);
    }

    private ClaimResult assign(SecurityUser caller, Device device, Customer customer) {
        Device assigned;
        try {
            assigned = entities.lifecycle().assign(device, customer.id());
        } catch (ApiException refusal) {
            if (refusal.code() == ErrorCode.VERSION_CONFLICT
                    && require(caller, device.name()).assignedTo() != null) {
                return new ClaimResult(null, ClaimResponse.CLAIMED);
            }
            throw refusal;
        }
        claims.delete(device.id());
        log.info(
                "User {} of customer {} of tenant {} claimed device {}",
                caller.userId(),
                customer.id(),
                device.tenantId(),
                device.id());
        actions.assigned(caller, assigned, assigned, customer.id(), customer.title());
        return new ClaimResult(assigned, ClaimResponse.SUCCESS);
    }

    /**
     * Takes a device away from its customer, so that it may be claimed again.
     *
     * @throws ApiException (404) if the tenant has no device of the name, (403) if it belongs to another customer than
     *     that of the user, (400) if it belongs to none
     */
    void reclaim(SecurityUser caller, String name) {
        Device device = access.require(caller, devices, require(caller, name).id().id());
        if (device.assignedTo() == null) {
            throw ApiException.badRequest("The device is not assigned to any customer");
        }
        String title =
                customers
                        .find(device.tenantId(), device.customerId().id())
                        .map(Customer::title)
                        .orElse("");
        claims.delete(device.id());
        Device unassigned = entities.lifecycle().assign(device, IdJson.NO_CUSTOMER);
        if (!settings.allowedByDefault()) {
            allowAgain(device);
        }
        // The message carries the former customer.
        actions.unassigned(caller, device, unassigned, device.customerId(), title);
    }

    /** The next owner may claim the device although the installation does not allow it for all devices. */
    private void allowAgain(Device device) {
        attributes.prepare(device.tenantId(), DeviceConsents.ALLOWED);
        transaction.executeWithoutResult(_ ->
                attributes.save(
                        device.tenantId(),
                        device.entityId(),
                        AttributeScope.SERVER_SCOPE,
                        new KeyValue(DeviceConsents.ALLOWED, new Value.BooleanValue(true)),
                        clock.millis()));
        attributes.committed(device.entityId(), AttributeScope.SERVER_SCOPE);
    }

    private Device require(SecurityUser caller, String name) {
        return devices.findByName(caller.tenantId(), name)
                .orElseThrow(() ->
                        ApiException.notFound(
                                "Device with name '%s' is not found".formatted(name)));
    }
}
