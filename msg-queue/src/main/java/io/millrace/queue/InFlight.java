// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.RuleMessage;
import java.util.UUID;

/**
 * A delivery that has not ended.
 *
 * @param deliveryId identity of the delivery, ordered by the time of acceptance
 * @param message the message as it was accepted
 * @param attempts number of attempts that have ended without deciding the delivery
 */
public record InFlight(UUID deliveryId, RuleMessage message, int attempts) {}
