// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.message.delivery.Path;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.Outcome;
import java.util.UUID;

/**
 * The path of one ended delivery.
 *
 * @param message id of the message
 * @param type the type of the message when it was accepted
 * @param attempts number of attempts
 * @param path the path of the last attempt
 * @param endedAt milliseconds since the epoch
 * @param micros time from the acceptance of the message to its end, in microseconds
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
