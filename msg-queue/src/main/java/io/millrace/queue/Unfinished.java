// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Position;
import java.time.Duration;

/**
 * A delivery that has not ended, as somebody finds it who asks for it.
 *
 * @param message the message as it was accepted
 * @param place where it is
 * @param attempts how many attempts were begun
 * @param position how far the attempt has come that is under way; {@link Position#UNKNOWN} where none is
 * @param age time since it was accepted
 */
public record Unfinished(
        RuleMessage message, Place place, int attempts, Position position, Duration age) {}
