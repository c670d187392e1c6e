// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TimeOrderedUuid;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A debug event of a rule node: one of the two sides of a kept message's visit.
 *
 * @param kept id of the kept message
 * @param visit number of the visit
 * @param direction {@code IN} or {@code OUT}
 * @param server name of the instance
 * @param entity originator of the message
 * @param dataType kind of the data; null, like data and metadata, if the content was not held
 * @param relationType the label by which the message came or left; empty if it came by none
 */
public record DebugEvent(
        UUID kept,
        int visit,
        String direction,
        String server,
        EntityId entity,
        UUID messageId,
        String messageType,
        @Nullable String dataType,
        String relationType,
        @Nullable String data,
        @Nullable String metadata,
        @Nullable String error) {

    /** Returns the event's own id, the same at each reading. */
    public UUID id() {
        return UUID.nameUUIDFromBytes(
                "%s-%d-%s".formatted(kept, visit, direction).getBytes(StandardCharsets.UTF_8));
    }

    /** When the message's delivery ended, in milliseconds since the epoch. */
    public long time() {
        return TimeOrderedUuid.millisOf(kept);
    }
}
