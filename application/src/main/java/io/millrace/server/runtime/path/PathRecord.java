// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.Outcome;
import io.millrace.server.store.history.MessageFilter;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The path of one ended delivery.
 *
 * @param delivery id of the delivery
 * @param message id of the message
 * @param type the type of the message when it was accepted
 * @param attempts number of attempts
 * @param path the path of the last attempt
 * @param endedAt milliseconds since the epoch
 * @param micros time from the acceptance of the message to its end, in microseconds
 */
record PathRecord(
        UUID delivery,
        UUID message,
        TenantId tenant,
        EntityId originator,
        String type,
        Outcome outcome,
        int attempts,
        Path path,
        long endedAt,
        long micros) {

    /** True if the parts match that the encoded form does not tell without decoding: type, chain and node. */
    boolean passes(MessageFilter filter) {
        return (filter.originator() == null || filter.originator().equals(originator))
                && (filter.type() == null || filter.type().equals(type))
                && (filter.chain() == null || anyHop(hop -> hop.chain().equals(filter.chain())))
                && (filter.node() == null || anyHop(hop -> hop.node().equals(filter.node())));
    }

    private boolean anyHop(Predicate<Hop> test) {
        for (Hop end : path.branchEnds()) {
            for (Hop hop = end; hop != null; hop = hop.previous()) {
                if (test.test(hop)) {
                    return true;
                }
            }
        }
        return false;
    }
}
