// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.action;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.AssetId;
import io.millrace.message.id.DeviceId;
import io.millrace.rule.store.AssetProfiles;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.rule.store.MessageIntake;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Hands messages about changes to the queue, and waits until they are safe. The change is committed by then, and an error
 * would make the caller repeat it: a device that exists would be made once more. So a message for which there is no room
 * is offered again for a few seconds; if there is none still, the caller hears that the change is done, which is true,
 * and the log and the counter {@code millrace.actions.untold} say that the chains have not heard of it.
 */
@Component
final class ActionMessages {

    private static final Logger log = LoggerFactory.getLogger(ActionMessages.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final long PAUSE_MILLIS = 50;

    private final MessageIntake intake;
    private final DeviceProfiles devices;
    private final AssetProfiles assets;
    private final Counter untold;

    ActionMessages(
            MessageIntake intake,
            DeviceProfiles devices,
            AssetProfiles assets,
            MeterRegistry meters) {
        this.intake = intake;
        this.devices = devices;
        this.assets = assets;
        this.untold =
                Counter.builder("millrace.actions.untold")
                        .description("Changes over REST that the rule chains were not told of")
                        .register(meters);
    }

    /** Sends a message; returns when it is safe, or when patience is over. */
    void send(RuleMessage message) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (!isSafe(message, end)) {
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (ExecutionException refused) {
            untold(message, refused);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            untold(message, interrupted);
        }
    }

    /** False where the message was refused and should be offered again. */
    private boolean isSafe(RuleMessage message, long end)
            throws ExecutionException, InterruptedException {
        CompletableFuture<Void> safe = intake.submit(message).toCompletableFuture();
        try {
            safe.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException _) {
            // It is taken in; while the database is away it is not safe yet.
            log.warn(
                    "{} of {} is taken in, but not safe yet", message.type(), message.originator());
            return true;
        } catch (ExecutionException refused) {
            if (System.nanoTime() > end) {
                throw refused;
            }
            return false;
        }
    }

    private void untold(RuleMessage message, Exception reason) {
        untold.increment();
        log.error(
                "The rule chains of tenant {} were not told of {} of {}, which is done: {}",
                message.tenant(),
                message.type(),
                message.originator(),
                reason.getMessage());
    }

    /** The message on the way that its originator's profile says now. */
    RuleMessage routed(RuleMessage message) {
        try {
            return byProfile(message)
                    .toCompletableFuture()
                    .get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException unknown) {
            log.warn("{} goes to the root chain: {}", message.type(), unknown.toString());
            return message;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return message;
        }
    }

    private CompletionStage<RuleMessage> byProfile(RuleMessage message) {
        UUID originator = message.originator().id();
        return switch (message.originator().type()) {
            case DEVICE ->
                    devices.of(message.tenant(), new DeviceId(originator))
                            .thenApply(
                                    profile -> profile.map(p -> p.routed(message)).orElse(message));
            case ASSET ->
                    assets.of(message.tenant(), new AssetId(originator))
                            .thenApply(
                                    profile -> profile.map(p -> p.routed(message)).orElse(message));
            default -> CompletableFuture.completedStage(message);
        };
    }
}
