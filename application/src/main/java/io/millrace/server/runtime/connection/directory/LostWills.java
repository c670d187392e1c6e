// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.directory;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.Metadata;
import io.millrace.rule.store.MessageIntake;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceEvents;
import io.millrace.transport.device.DeviceEvents.Detail;
import io.millrace.transport.device.DeviceEvents.Event;
import io.millrace.transport.device.DeviceUplinks;
import io.millrace.transport.device.LastWill;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/** Publishes the wills of connections that were lost with their process. Thread-safe; no call blocks. */
final class LostWills {

    private final MessageIntake intake;
    private final DeviceEvents events;
    private final InstantSource clock;

    LostWills(MessageIntake intake, DeviceEvents events, InstantSource clock) {
        this.intake = intake;
        this.events = events;
        this.clock = clock;
    }

    /**
     * Publishes a will as a message that the device sends now. A malformed one is an event of the device.
     *
     * @return completes when the messages are safe; fails if the queue refuses them
     */
    CompletableFuture<Void> publish(AuthenticatedDevice device, LastWill will) {
        DeviceUplinks uplinks = new DeviceUplinks(device, clock);
        try {
            DeviceUplinks.Uplinks messages =
                    switch (will.kind()) {
                        case TELEMETRY -> uplinks.telemetry(will.payload(), Metadata.EMPTY);
                        case ATTRIBUTES -> uplinks.attributes(will.payload(), Metadata.EMPTY);
                    };
            return CompletableFuture.allOf(
                    messages.messages().stream()
                            .map(message -> intake.submit(message).toCompletableFuture())
                            .toArray(CompletableFuture[]::new));
        } catch (MalformedPayloadException e) {
            String what = "will: " + will.kind().name().toLowerCase(Locale.ROOT);
            events.happened(
                    device,
                    Event.PUBLISH_REFUSED,
                    "a connection of an ended instance",
                    new Detail(what, String.valueOf(e.getMessage())));
            return CompletableFuture.completedFuture(null);
        }
    }
}
