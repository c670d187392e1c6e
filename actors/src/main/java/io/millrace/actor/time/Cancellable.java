// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.time;

/** A scheduled task that can be cancelled. */
public interface Cancellable {

    /**
     * Cancels the task.
     *
     * @return false if the task has run or was cancelled before
     */
    boolean cancel();
}
