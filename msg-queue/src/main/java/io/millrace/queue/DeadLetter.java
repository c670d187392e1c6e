// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Path;
import java.time.Instant;
import java.util.UUID;

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
 */
public record DeadLetter(
        UUID deliveryId,
        RuleMessage message,
        String queue,
        Failure failure,
        Path path,
        int attempts,
        Instant at) {}
