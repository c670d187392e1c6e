// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.system;

import java.time.Duration;
import java.util.List;

/**
 * The messages and actors left over when an actor system stopped.
 *
 * @param took the duration of the stop
 * @param messagesLeft the number of accepted messages that were not processed; they became dead letters, except those
 *     of actors that have not ended
 * @param actorsLeft the number of actors that have not ended, because a callback of theirs or of a descendant does
 *     not return
 * @param blocked the paths of the actors whose callbacks do not return
 */
public record StopReport(Duration took, long messagesLeft, int actorsLeft, List<String> blocked) {

    public StopReport {
        blocked = List.copyOf(blocked);
    }

    /** True if nothing was left over. */
    public boolean isClean() {
        return messagesLeft == 0 && actorsLeft == 0;
    }
}
