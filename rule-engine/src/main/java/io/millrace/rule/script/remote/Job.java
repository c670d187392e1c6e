// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import io.millrace.rule.script.worker.frame.FromWorker.Answer;
import io.millrace.rule.script.worker.frame.ToWorker;

/** What a worker is asked to do: a call of a script, or the check of one. It is answered exactly once. */
sealed interface Job permits RemoteCall, RemoteCheck {

    /** Unique among all jobs of this process. */
    long id();

    /** Returns what is sent to a worker. */
    ToWorker frame();

    /** Ends the job; dependent actions run in the calling thread. */
    void answer(Answer answer);

    /** Ends a job that does not run. */
    void refuse(String reason);

    /** Counts a death, and returns the number of deaths. */
    int addDeath();
}
