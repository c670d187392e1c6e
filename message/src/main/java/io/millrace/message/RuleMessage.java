// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way through the rule chains. Immutable: a change creates a new message that shares everything else
 * with the old one, so several nodes can receive the same reference.
 *
 * @param id identity of the message; kept when a node changes the message
 * @param tenant tenant that owns the message
 * @param originator the entity that the message is about; decides partition, lane and order
 * @param customer customer of the originator, or null
 * @param type the type's name: one of {@link MessageType}, or a chain's own
 * @param metadata text values beside the payload
 * @param dataType the kind of payload
 * @param payload the body
 * @param ts creation time in milliseconds since the epoch
 * @param queue name of the queue that the message belongs to, or null: {@code Main}
 * @param entry the place in the rule chains at which it starts, or null: first node of the tenant's root chain
 */
public record RuleMessage(
        UUID id,
        TenantId tenant,
        EntityId originator,
        @Nullable CustomerId customer,
        String type,
        Metadata metadata,
        DataType dataType,
        Payload payload,
        long ts,
        @Nullable String queue,
        @Nullable EntryPoint entry) {

    public RuleMessage {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(tenant, "tenant");
        Objects.requireNonNull(originator, "originator");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(metadata, "metadata");
        Objects.requireNonNull(dataType, "dataType");
        Objects.requireNonNull(payload, "payload");
    }

    /** Returns a JSON message with a new id, for the first node of the tenant's root chain. */
    public static RuleMessage of(
            TenantId tenant,
            EntityId originator,
            String type,
            Metadata metadata,
            Payload payload,
            long ts) {
        return new RuleMessage(
                TimeOrderedUuid.next(),
                tenant,
                originator,
                null,
                type,
                metadata,
                DataType.JSON,
                payload,
                ts,
                null,
                null);
    }

    /**
     * The time of the message's values, in milliseconds since the epoch: metadata {@code ts} if it is a number, else
     * {@link #ts()}.
     */
    public long metadataTs() {
        String text = metadata.get("ts");
        if (text == null || text.isEmpty()) {
            return ts;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            return ts;
        }
    }

    public RuleMessage withId(UUID newId) {
        return copy(newId, originator, customer, type, metadata, payload, queue, entry);
    }

    /** Returns the same message with another originator. */
    public RuleMessage withOriginator(EntityId newOriginator) {
        return copy(id, newOriginator, customer, type, metadata, payload, queue, entry);
    }

    public RuleMessage withCustomer(@Nullable CustomerId newCustomer) {
        return copy(id, originator, newCustomer, type, metadata, payload, queue, entry);
    }

    public RuleMessage withType(String newType) {
        return copy(id, originator, customer, newType, metadata, payload, queue, entry);
    }

    public RuleMessage withMetadata(Metadata newMetadata) {
        return copy(id, originator, customer, type, newMetadata, payload, queue, entry);
    }

    public RuleMessage withPayload(Payload newPayload) {
        return copy(id, originator, customer, type, metadata, newPayload, queue, entry);
    }

    public RuleMessage withQueue(@Nullable String newQueue) {
        return copy(id, originator, customer, type, metadata, payload, newQueue, entry);
    }

    /**
     * Returns the message with the given queue and the first node of the given chain, each only if the message has
     * none.
     */
    public RuleMessage withDefaults(@Nullable String ownQueue, @Nullable RuleChainId chain) {
        RuleMessage queued = queue == null ? withQueue(ownQueue) : this;
        return entry == null && chain != null
                ? queued.withEntry(EntryPoint.firstNodeOf(chain))
                : queued;
    }

    public RuleMessage withEntry(@Nullable EntryPoint newEntry) {
        return copy(id, originator, customer, type, metadata, payload, queue, newEntry);
    }

    /** Copies the message; tenant, data type and time never change. */
    private RuleMessage copy(
            UUID newId,
            EntityId newOriginator,
            @Nullable CustomerId newCustomer,
            String newType,
            Metadata newMetadata,
            Payload newPayload,
            @Nullable String newQueue,
            @Nullable EntryPoint newEntry) {
        return new RuleMessage(
                newId,
                tenant,
                newOriginator,
                newCustomer,
                newType,
                newMetadata,
                dataType,
                newPayload,
                ts,
                newQueue,
                newEntry);
    }
}
