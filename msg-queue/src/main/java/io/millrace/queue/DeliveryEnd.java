// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Path;

/**
 * A delivery that has ended.
 *
 * @param message the message as it was accepted
 * @param outcome how it ended
 * @param attempts how many attempts were made, the last one included
 * @param path the way of the last attempt
 * @param nanos time from its acceptance to its end
 */
public record DeliveryEnd(
        RuleMessage message, Outcome outcome, int attempts, Path path, long nanos) {}
