// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Path;
import io.millrace.message.delivery.Whereabouts;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An attempt without a queue behind it. */
final class TestAttempt implements Attempt {

    final RuleMessage message;
    final CompletableFuture<AttemptResult> result = new CompletableFuture<>();
    final List<TestAttempt> detached = new CopyOnWriteArrayList<>();
    final AtomicInteger lateResults = new AtomicInteger();
    volatile boolean roomToDetach = true;
    volatile boolean senderWasTold;
    final AtomicInteger openShares = new AtomicInteger();
    private volatile Whereabouts whereabouts = Whereabouts.UNKNOWN;
    private volatile boolean givenUp;

    TestAttempt(RuleMessage message) {
        this.message = message;
    }

    @Override
    public RuleMessage message() {
        return message;
    }

    @Override
    public UUID deliveryId() {
        return message().id();
    }

    @Override
    public int number() {
        return 1;
    }

    @Override
    public boolean isOver() {
        return givenUp || result.isDone();
    }

    @Override
    public void track(Whereabouts newWhereabouts) {
        whereabouts = newWhereabouts;
    }

    @Override
    public void end(AttemptResult ended) {
        if (givenUp || !result.complete(ended)) {
            lateResults.incrementAndGet();
        }
    }

    @Override
    public @Nullable Attempt detach(RuleMessage onwards) {
        if (!roomToDetach) {
            return null;
        }
        TestAttempt attempt = new TestAttempt(onwards);
        detached.add(attempt);
        return attempt;
    }

    @Override
    public @Nullable Runnable shareReceipt() {
        if (senderWasTold) {
            return null;
        }
        openShares.incrementAndGet();
        return openShares::decrementAndGet;
    }

    AttemptResult.Failed giveUp() {
        givenUp = true;
        return whereabouts.givenUp("too late");
    }

    /** The labels by which its branches came to their places. */
    List<String> latestLabels() {
        return whereabouts.position().path().branchEnds().stream().map(Hop::label).toList();
    }

    /** Ends the attempt as its queue does when another instance takes it over: the engine is not notified. */
    void handOver() {
        givenUp = true;
    }

    AttemptResult await() {
        return result.orTimeout(20, TimeUnit.SECONDS).join();
    }

    AttemptResult.Failed awaitFailure() {
        return (AttemptResult.Failed) await();
    }

    /** The labels along the way of the only branch. */
    List<String> labels() {
        return Path.hopsTo(await().path().branchEnds().getFirst()).stream()
                .map(Hop::label)
                .toList();
    }
}
