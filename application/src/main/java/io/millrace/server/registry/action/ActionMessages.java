// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.action;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.AssetId;
import io.millrace.message.id.DeviceId;
import io.millrace.rule.store.AssetProfiles;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.rule.store.MessageIntake;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Submits messages about committed changes to the queue and waits until they can no longer be lost. If the queue has no
 * room, the message is offered again for a few seconds and then dropped, with a log line and the counter {@code
 * millrace.actions.untold}. The request still succeeds: an error would make the caller repeat a change that is
 * committed, such as the creation of a device.
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
                        .description("Dropped messages about changes over REST")
                        .register(meters);
    }

    /** Sends a message; returns when it can no longer be lost, or when the time limit has passed. */
    void send(RuleMessage message) {
        send(List.of(message));
    }

    /**
     * Sends messages of different originators concurrently; returns when none can be lost any more, or when the time
     * limit has passed. The limit starts again whenever the queue accepts some of them.
     */
    void send(List<RuleMessage> messages) {
        List<RuleMessage> left = messages;
        long end = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (true) {
                Refusals refusals = offer(left, end);
                if (refusals.messages().isEmpty()) {
                    return;
                }
                if (refusals.messages().size() < left.size()) {
                    end = System.nanoTime() + PATIENCE.toNanos();
                } else if (System.nanoTime() > end) {
                    untold(refusals.messages(), String.valueOf(refusals.reason()));
                    return;
                }
                left = refusals.messages();
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            untold(left, "the service is stopping");
        }
    }

    /**
     * Messages that should be offered again.
     *
     * @param reason why the last of them was refused; null if none was
     */
    private record Refusals(List<RuleMessage> messages, @Nullable String reason) {}

    private Refusals offer(List<RuleMessage> messages, long end) throws InterruptedException {
        List<CompletableFuture<Void>> offers =
                messages.stream()
                        .map(message -> intake.submit(message).toCompletableFuture())
                        .toList();
        List<RuleMessage> refused = new ArrayList<>();
        @Nullable String reason = null;
        for (int i = 0; i < offers.size(); i++) {
            try {
                offers.get(i).get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException _) {
                // Accepted but not stored, for example during an outage of the database.
                RuleMessage taken = messages.get(i);
                log.warn("{} of {} is queued but not stored yet", taken.type(), taken.originator());
            } catch (ExecutionException refusal) {
                refused.add(messages.get(i));
                reason = refusal.getMessage();
            }
        }
        return new Refusals(refused, reason);
    }

    private void untold(List<RuleMessage> messages, String reason) {
        untold.increment(messages.size());
        for (RuleMessage message : messages) {
            log.error(
                    "Dropped {} of {} of tenant {}; the change itself is committed: {}",
                    message.type(),
                    message.originator(),
                    message.tenant(),
                    reason);
        }
    }

    /** The message with the queue and the entry that its originator's profile names now. */
    RuleMessage routed(RuleMessage message) {
        try {
            return byProfile(message)
                    .toCompletableFuture()
                    .get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException unknown) {
            log.warn(
                    "Cannot read the profile of {}; sending {} to the root chain: {}",
                    message.originator(),
                    message.type(),
                    unknown.toString());
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
