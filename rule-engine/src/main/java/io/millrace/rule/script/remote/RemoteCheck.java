// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.worker.frame.FromWorker.Answer;
import io.millrace.rule.script.worker.frame.ToWorker;
import java.util.concurrent.CompletableFuture;

/** The check of a script's syntax. */
final class RemoteCheck implements Job {

    private final ToWorker.Check frame;
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();
    private int deaths;
    private int ticks;

    RemoteCheck(ToWorker.Check frame) {
        this.frame = frame;
    }

    CompletableFuture<Answer> answer() {
        return answer;
    }

    @Override
    public long id() {
        return frame.id();
    }

    @Override
    public ToWorker.Check frame() {
        return frame;
    }

    @Override
    public void answer(Answer given) {
        answer.complete(given);
    }

    @Override
    public void refuse(String reason) {
        answer.completeExceptionally(new ScriptException(reason));
    }

    /** Counts a tick of the supervisor, and returns their number since the check was sent. */
    int addTick() {
        return ++ticks;
    }

    @Override
    public int addDeath() {
        ticks = 0;
        return ++deaths;
    }
}
