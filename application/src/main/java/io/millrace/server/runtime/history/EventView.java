// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.store.history.DebugEvent;
import io.millrace.server.store.history.DebugEventRepository.LimitEvent;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event as ThingsBoard's clients read it.
 *
 * @param createdTime when the delivery of the message ended, in milliseconds since the epoch
 * @param entityId the rule node or rule chain
 * @param uid the id as text
 */
public record EventView(
        Id id,
        long createdTime,
        TenantId tenantId,
        EntityId entityId,
        EventType type,
        String uid,
        Body body) {

    /** The id of an event. */
    public record Id(UUID id) {}

    /**
     * The body of an event; parts that it does not have are absent.
     *
     * @param server name of the instance
     * @param type {@code IN} or {@code OUT}
     * @param entityId id of the message's originator
     * @param entityType type of the message's originator
     * @param relationType the label by which the message came to the node or left it
     * @param metadata a JSON object as text
     * @param message text of an event of a rule chain
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Body(
            String server,
            @Nullable String type,
            @Nullable String entityId,
            @Nullable String entityType,
            @Nullable String msgId,
            @Nullable String msgType,
            @Nullable String dataType,
            @Nullable String relationType,
            @Nullable String data,
            @Nullable String metadata,
            @Nullable String error,
            @Nullable String message) {

        static Body of(DebugEvent event) {
            return new Body(
                    event.server(),
                    event.direction(),
                    event.entity().id().toString(),
                    event.entity().type().name(),
                    event.messageId().toString(),
                    event.messageType(),
                    event.dataType(),
                    event.relationType(),
                    event.data(),
                    event.metadata(),
                    event.error(),
                    null);
        }
    }

    static EventView of(TenantId tenant, EntityId node, DebugEvent event) {
        return new EventView(
                new Id(event.id()),
                event.time(),
                tenant,
                node,
                EventType.DEBUG_RULE_NODE,
                event.id().toString(),
                Body.of(event));
    }

    static EventView of(TenantId tenant, RuleChainId chain, LimitEvent event) {
        return new EventView(
                new Id(event.id()),
                TimeOrderedUuid.millisOf(event.id()),
                tenant,
                chain.entity(),
                EventType.DEBUG_RULE_CHAIN,
                event.id().toString(),
                new Body(
                        event.server(),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        event.message()));
    }
}
