// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.claiming;

import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.AttributeStore;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.settings.ClaimSettings;
import io.millrace.server.registry.claiming.ClaimTable.Consent;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.ClaimRequest;
import io.millrace.transport.device.RefusedRequestException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.springframework.stereotype.Component;

/**
 * Notes that a device may be claimed, in the database: a user may claim it on any instance, also after a restart. No call
 * blocks.
 */
@Component
public final class DeviceConsents {

    /** The server attribute that allows the claiming of a device if the installation does not allow that of all. */
    static final String ALLOWED = "claimingAllowed";

    private final ClaimTable claims;
    private final AttributeStore attributes;
    private final ClaimSettings settings;
    private final DatabaseLookups lookups;
    private final Clock clock;

    DeviceConsents(
            ClaimTable claims,
            AttributeStore attributes,
            ClaimSettings settings,
            DatabaseLookups lookups,
            Clock clock) {
        this.claims = claims;
        this.attributes = attributes;
        this.settings = settings;
        this.lookups = lookups;
        this.clock = clock;
    }

    /**
     * Allows users to claim a device.
     *
     * @return completes when that is stored; fails with {@link RefusedRequestException} if the device cannot be claimed
     */
    public CompletableFuture<Void> allow(AuthenticatedDevice device, ClaimRequest request) {
        return isAllowed(device)
                .toCompletableFuture()
                .thenCompose(allowed -> {
                    if (!allowed) {
                        throw new RefusedRequestException(
                                "the device may not be claimed: it has no server attribute %s of the value true"
                                        .formatted(ALLOWED));
                    }
                    return lookups.run(device.tenant(), () -> store(device, request))
                            .thenAccept(_ -> {});
                });
    }

    private CompletionStage<Boolean> isAllowed(AuthenticatedDevice device) {
        if (settings.allowedByDefault()) {
            return CompletableFuture.completedStage(true);
        }
        return attributes
                .find(
                        device.tenant(),
                        device.device().entity(),
                        AttributeScope.SERVER_SCOPE,
                        List.of(ALLOWED))
                .thenApply(found ->
                        found.stream()
                                .anyMatch(attribute ->
                                        attribute
                                                .keyValue()
                                                .value()
                                                .equals(new Value.BooleanValue(true))));
    }

    private Consent store(AuthenticatedDevice device, ClaimRequest request) {
        Duration asked = request.duration() == null ? settings.duration() : request.duration();
        Duration duration =
                asked.compareTo(ClaimSettings.LONGEST) < 0 ? asked : ClaimSettings.LONGEST;
        Consent consent =
                new Consent(
                        ClaimSecret.of(device.device(), request.secretKey()),
                        clock.millis() + duration.toMillis());
        if (!claims.put(device.tenant(), device.device(), consent)) {
            throw new RefusedRequestException(
                    "the device may not be claimed: it belongs to a customer");
        }
        return consent;
    }
}
