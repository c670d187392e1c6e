// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.testrun;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Whereabouts;
import io.millrace.message.id.TimeOrderedUuid;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The only attempt of a delivery in a run. */
final class RunAttempt implements Attempt {

    private final UUID deliveryId = TimeOrderedUuid.next();
    private final RuleMessage message;
    private final Function<RuleMessage, RunAttempt> others;
    private final CompletableFuture<AttemptResult> result = new CompletableFuture<>();
    private volatile Whereabouts whereabouts = Whereabouts.UNKNOWN;

    /** Creates an attempt; {@code others} starts further attempts of the same run. */
    RunAttempt(RuleMessage message, Function<RuleMessage, RunAttempt> others) {
        this.message = message;
        this.others = others;
    }

    CompletableFuture<AttemptResult> result() {
        return result;
    }

    /** Ends the attempt, if it has not ended. */
    void giveUp(String reason) {
        if (!isOver()) {
            result.complete(whereabouts.givenUp(reason));
        }
    }

    @Override
    public RuleMessage message() {
        return message;
    }

    @Override
    public UUID deliveryId() {
        return deliveryId;
    }

    @Override
    public int number() {
        return 1;
    }

    @Override
    public boolean isOver() {
        return result.isDone();
    }

    @Override
    public void track(Whereabouts newWhereabouts) {
        whereabouts = newWhereabouts;
    }

    @Override
    public void end(AttemptResult ended) {
        result.complete(ended);
    }

    @Override
    public Attempt detach(RuleMessage onwards) {
        return others.apply(onwards);
    }

    @Override
    public @Nullable Runnable shareReceipt() {
        return () -> {};
    }
}
