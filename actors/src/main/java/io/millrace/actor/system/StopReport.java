// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.system;

import java.time.Duration;
import java.util.List;

/**
 * What was left over when an actor system stopped.
 *
 * @param took how long it took
 * @param messagesLeft how many messages were taken in and not processed; they became dead letters, but for those of
 *     actors that have not ended
 * @param actorsLeft how many actors have not ended, because a callback of theirs or of a descendant does not return
 * @param blocked the paths of the actors whose callbacks do not return
 */
public record StopReport(Duration took, long messagesLeft, int actorsLeft, List<String> blocked) {

    public StopReport {
        blocked = List.copyOf(blocked);
    }

    /** Whether nothing was left over. */
    public boolean isClean() {
        return messagesLeft == 0 && actorsLeft == 0;
    }
}
