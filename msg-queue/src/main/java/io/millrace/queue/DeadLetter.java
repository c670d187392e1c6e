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
 * @param queue name of the queue that gave it up
 * @param failure why and where the last attempt failed
 * @param path the way of the last attempt
 * @param attempts how many attempts were made, the last one included
 * @param at when it was given up
 * @param lease what it is written under, or null: by the right of the only instance that there is
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
