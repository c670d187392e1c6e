// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.history;

import io.millrace.message.id.EntityId;
import io.millrace.server.store.history.MessageWatch;

/**
 * A watch: every message that meets the entity is kept with its contents.
 *
 * @param entityId a rule node, a rule chain, or the originator of messages
 * @param until when it ends, in milliseconds since the epoch
 * @param bySave true if the debug settings of a saved rule chain made it
 */
public record MessageWatchView(EntityId entityId, long until, boolean bySave) {

    static MessageWatchView of(MessageWatch watch) {
        return new MessageWatchView(watch.entity(), watch.until(), watch.bySave());
    }
}
