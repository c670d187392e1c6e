// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Path;

/**
 * A delivery that has ended.
 *
 * @param message the message as it was accepted
 * @param outcome how it ended
 * @param attempts number of attempts made, the last one included
 * @param path the nodes that the last attempt went through
 * @param nanos nanoseconds from acceptance to end
 */
public record DeliveryEnd(
        RuleMessage message, Outcome outcome, int attempts, Path path, long nanos) {}
