// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.message.delivery.Path;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.Outcome;
import java.util.UUID;

/**
 * The way of one delivery.
 *
 * @param message id of the message
 * @param type the message's type as it came in
 * @param attempts how many attempts were made
 * @param path the way of the last attempt
 * @param endedAt milliseconds since the epoch
 * @param micros from the message's acceptance to the end, in microseconds
 */
record PathRecord(
        UUID message,
        TenantId tenant,
        EntityId originator,
        String type,
        Outcome outcome,
        int attempts,
        Path path,
        long endedAt,
        long micros) {}
