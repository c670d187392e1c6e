// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.Outcome;
import io.millrace.queue.Unfinished;
import io.millrace.server.chains.version.RuleChainNames;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.runtime.path.PathView.DeliveryView;
import io.millrace.server.runtime.path.PathView.ErrorView;
import io.millrace.server.runtime.path.PathView.InFlightView;
import io.millrace.server.store.deadletter.DeadLetterReader;
import io.millrace.server.store.deadletter.StoredDeadLetter;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Finds the known paths of messages: in the queue and in the memory of this instance, and in dead letters. */
@Component
final class MessagePaths {

    private final MessageQueue queue;
    private final PathRing ring;
    private final DeadLetterReader deadLetters;
    private final RuleChainNames names;
    private final String instance;

    MessagePaths(
            MessageQueue queue,
            PathRing ring,
            DeadLetterReader deadLetters,
            RuleChainNames names,
            InstanceSettings instance) {
        this.queue = queue;
        this.ring = ring;
        this.deadLetters = deadLetters;
        this.names = names;
        this.instance = instance.instanceId();
    }

    /** Returns the deliveries of a message that this instance knows itself; none if it knows nothing. */
    PathView ofInstance(TenantId tenant, UUID message) {
        Namer namer = new Namer(names, tenant);
        List<InFlightView> inFlight =
                queue.find(message).stream()
                        .filter(found -> found.message().tenant().equals(tenant))
                        .map(found -> view(found, namer))
                        .toList();
        List<DeliveryView> ended =
                ring.find(tenant, message).stream().map(path -> view(path, namer)).toList();
        return new PathView(message, inFlight, ended, null);
    }

    /** Returns the deliveries of a message that ended as dead letters, which all instances know. */
    List<DeliveryView> ofDeadLetters(TenantId tenant, UUID message) {
        Namer namer = new Namer(names, tenant);
        return deadLetters.of(tenant, message).stream()
                .map(letter -> view(message, letter, namer))
                .toList();
    }

    /** Returns the latest deliveries of an originator's messages on this instance, newest first. */
    List<DeliveryView> latest(TenantId tenant, EntityId originator, int limit) {
        Namer namer = new Namer(names, tenant);
        return ring.latest(tenant, originator, limit).stream()
                .map(path -> view(path, namer))
                .toList();
    }

    private InFlightView view(Unfinished found, Namer namer) {
        RuleMessage message = found.message();
        return new InFlightView(
                instance,
                message.originator(),
                message.type(),
                found.place(),
                found.attempts(),
                found.age().toMillis(),
                found.position().stays().stream().map(namer::node).toList(),
                namer.branches(found.position().path()));
    }

    private DeliveryView view(PathRecord path, Namer namer) {
        return new DeliveryView(
                instance,
                path.message(),
                path.originator(),
                path.type(),
                path.outcome(),
                path.attempts(),
                path.endedAt(),
                path.micros(),
                null,
                namer.branches(path.path()));
    }

    private static DeliveryView view(UUID message, StoredDeadLetter letter, Namer namer) {
        return new DeliveryView(
                null,
                message,
                letter.originator(),
                letter.type(),
                Outcome.DEAD_LETTERED,
                letter.attempts(),
                letter.at(),
                null,
                new ErrorView(
                        letter.failure().error(),
                        letter.failure().chain(),
                        letter.failure().node(),
                        letter.failure().nodeName()),
                letter.branches().stream().map(namer::branch).toList());
    }
}
