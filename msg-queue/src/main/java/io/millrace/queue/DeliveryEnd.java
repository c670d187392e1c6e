// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A delivery that has ended.
 *
 * @param deliveryId identity of the delivery: the same for all its attempts
 * @param message the message as it was accepted
 * @param outcome how it ended
 * @param failure why the last attempt failed; null if it did not
 * @param attempts number of attempts made, the last one included
 * @param path the nodes that the last attempt went through
 * @param endedAt when it ended, in milliseconds since the epoch
 * @param nanos nanoseconds from acceptance to end
 */
public record DeliveryEnd(
        UUID deliveryId,
        RuleMessage message,
        Outcome outcome,
        @Nullable Failure failure,
        int attempts,
        Path path,
        long endedAt,
        long nanos) {}
