// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Position;
import java.time.Duration;

/**
 * A snapshot of a delivery that has not ended.
 *
 * @param message the message as it was accepted
 * @param place where it is
 * @param attempts number of attempts begun
 * @param position where the running attempt is; {@link Position#UNKNOWN} if no attempt runs
 * @param age time since acceptance
 */
public record Unfinished(
        RuleMessage message, Place place, int attempts, Position position, Duration age) {}
