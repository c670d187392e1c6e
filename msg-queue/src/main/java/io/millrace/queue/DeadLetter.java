// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.Path;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message that could not be delivered.
 *
 * @param deliveryId identity of the delivery
 * @param message the message as it was accepted
 * @param queue name of the queue whose retry policy ended
 * @param failure why and where the last attempt failed
 * @param path the nodes that the last attempt went through
 * @param attempts number of attempts made, the last one included
 * @param at when the delivery was given up
 * @param lease the lease under which the dead letter is written, or null: a single instance needs no lease
 */
public record DeadLetter(
        UUID deliveryId,
        RuleMessage message,
        String queue,
        Failure failure,
        Path path,
        int attempts,
        Instant at,
        @Nullable Lease lease) {}
