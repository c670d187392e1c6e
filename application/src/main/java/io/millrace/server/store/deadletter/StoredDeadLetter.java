// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Hop;
import io.millrace.message.id.EntityId;
import java.util.List;
import java.util.UUID;

/**
 * A stored dead letter without its message.
 *
 * @param id id of the letter, which is the id of its delivery
 * @param originator originator of the message
 * @param type the message's type
 * @param failure error and place of the last attempt
 * @param attempts number of attempts
 * @param branches path of the last attempt: the hops of each branch from the first to the last
 * @param at when the message became a dead letter, in milliseconds since the epoch
 */
public record StoredDeadLetter(
        UUID id,
        EntityId originator,
        String type,
        Failure failure,
        int attempts,
        List<List<Hop>> branches,
        long at) {}
