// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Hop;
import io.millrace.message.id.EntityId;
import java.util.List;

/**
 * What the table says of a dead letter, without its message.
 *
 * @param originator whose message it is
 * @param type the message's type
 * @param failure why and where the last attempt failed
 * @param attempts how many were made
 * @param branches the way of the last attempt: the hops of each branch from the first to the last
 * @param at when it was given up, in milliseconds since the epoch
 */
public record StoredDeadLetter(
        EntityId originator,
        String type,
        Failure failure,
        int attempts,
        List<List<Hop>> branches,
        long at) {}
