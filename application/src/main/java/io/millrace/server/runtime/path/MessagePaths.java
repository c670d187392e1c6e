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
import io.millrace.server.store.history.KeptDelivery;
import io.millrace.server.store.history.KeptMessageReader;
import io.millrace.server.store.history.MessageFilter;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * Finds the known paths of messages: in the queue and in the memory of this instance, among kept messages, and in dead
 * letters.
 */
@Component
final class MessagePaths {

    private final MessageQueue queue;
    private final PathRing ring;
    private final DeadLetterReader deadLetters;
    private final KeptMessageReader kept;
    private final RuleChainNames names;
    private final String instance;

    MessagePaths(
            MessageQueue queue,
            PathRing ring,
            DeadLetterReader deadLetters,
            KeptMessageReader kept,
            RuleChainNames names,
            InstanceSettings instance) {
        this.queue = queue;
        this.ring = ring;
        this.deadLetters = deadLetters;
        this.kept = kept;
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

    /** The deliveries of a message in the database, which all instances know. */
    record Stored(List<DeliveryView> kept, List<DeliveryView> letters) {}

    /**
     * Returns the kept deliveries of a message with their contents, and those that ended as dead letters and are not
     * kept.
     */
    Stored stored(TenantId tenant, UUID message) {
        Namer namer = new Namer(names, tenant);
        KeptViews views = new KeptViews(namer);
        List<StoredDeadLetter> letters = deadLetters.of(tenant, message);
        List<KeptDelivery> deliveries = kept.of(tenant, message);
        Set<UUID> known =
                deliveries.stream()
                        .map(KeptDelivery::deliveryId)
                        .collect(Collectors.toUnmodifiableSet());
        return new Stored(
                deliveries.stream().map(views::of).toList(),
                letters.stream()
                        .filter(letter -> !known.contains(letter.id()))
                        .map(letter -> view(message, letter, namer))
                        .toList());
    }

    /** Returns the latest deliveries in the memory of this instance that match the filter, newest first. */
    List<DeliveryView> remembered(MessageFilter filter, int limit) {
        if (filter.reason() != null) {
            return List.of();
        }
        Namer namer = new Namer(names, filter.tenant());
        return ring.latest(filter, limit).stream().map(path -> view(path, namer)).toList();
    }

    /** Returns the latest kept deliveries that match the filter, newest first, without contents. */
    List<DeliveryView> kept(MessageFilter filter, int limit) {
        KeptViews views = new KeptViews(new Namer(names, filter.tenant()));
        return kept.search(filter, limit).stream().map(views::of).toList();
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
                null,
                path.delivery(),
                instance,
                path.message(),
                path.originator(),
                path.type(),
                path.outcome(),
                path.attempts(),
                path.endedAt(),
                path.micros(),
                null,
                List.of(),
                null,
                0,
                namer.branches(path.path()));
    }

    private static DeliveryView view(UUID message, StoredDeadLetter letter, Namer namer) {
        return new DeliveryView(
                null,
                letter.id(),
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
                List.of(),
                null,
                0,
                letter.branches().stream().map(namer::branch).toList());
    }
}
