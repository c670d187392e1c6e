// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.sending;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeResult;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The sends of a node, limited in number and time. Sends beyond the limit wait on virtual threads, up to 8,192 of them,
 * and no longer than a send may take.
 */
public final class BoundedSends implements NodeSends {

    private static final int MOST_WAITING = 8_192;

    private final Duration timeout;
    private final int mostPresent;
    private final Semaphore places;
    private final ExecutorService starters;
    private final AtomicInteger present = new AtomicInteger();
    private final Set<Attempt> underWay = ConcurrentHashMap.newKeySet();

    public BoundedSends(OutgoingSends.Limits limits) {
        this.timeout = limits.timeout();
        this.mostPresent = limits.atOnce() + MOST_WAITING;
        this.places = new Semaphore(limits.atOnce(), true);
        ThreadFactory threads = Thread.ofVirtual().name("node-send").factory();
        this.starters =
                switch (limits.order()) {
                    case IN_TURN -> Executors.newSingleThreadExecutor(threads);
                    case ANY -> Executors.newThreadPerTaskExecutor(threads);
                };
    }

    @Override
    public NodeResult send(RuleMessage message, Supplier<Description> description, Send send) {
        if (present.incrementAndGet() > mostPresent) {
            present.decrementAndGet();
            return failure(
                    message,
                    new RejectedExecutionException(
                            "The node is full: %d messages are being sent or wait"
                                    .formatted(mostPresent)));
        }
        return new NodeResult.Later(
                new Attempt(send)
                        .begin()
                        .handle((sent, error) ->
                                error == null
                                        ? NodeResult.success(sent)
                                        : failure(message, described(error))));
    }

    private static NodeResult failure(RuleMessage message, Throwable error) {
        return NodeResult.failedCall(message, error);
    }

    private Throwable described(Throwable error) {
        Throwable cause =
                error instanceof CompletionException && error.getCause() != null
                        ? error.getCause()
                        : error;
        return cause instanceof TimeoutException && cause.getMessage() == null
                ? new TimeoutException("no confirmation within " + timeout)
                : cause;
    }

    /** One send in progress. Compared by identity. */
    private final class Attempt implements Runnable {

        private final Send send;
        private final CompletableFuture<RuleMessage> outcome = new CompletableFuture<>();

        Attempt(Send send) {
            this.send = send;
        }

        CompletionStage<RuleMessage> begin() {
            underWay.add(this);
            CompletableFuture<RuleMessage> ended =
                    outcome.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                            .whenComplete((_, _) -> {
                                underWay.remove(this);
                                present.decrementAndGet();
                            });
            try {
                Future<?> start = starters.submit(this);
                var _ =
                        outcome.whenComplete((_, error) -> {
                            if (error != null) {
                                start.cancel(true);
                            }
                        });
            } catch (RejectedExecutionException _) {
                end(closed());
            }
            return ended;
        }

        @Override
        public void run() {
            try {
                places.acquire();
            } catch (InterruptedException e) {
                end(starters.isShutdown() ? closed() : e);
                return;
            }
            if (outcome.isDone()) {
                places.release();
                return;
            }
            try {
                CompletableFuture<RuleMessage> sent = send.begin();
                var _ =
                        sent.whenComplete((result, error) -> {
                            places.release();
                            if (error == null) {
                                outcome.complete(result);
                            } else {
                                end(error);
                            }
                        });
                var _ = outcome.whenComplete((_, _) -> sent.cancel(true));
            } catch (Throwable e) {
                places.release();
                end(e);
            }
        }

        void end(Throwable error) {
            outcome.completeExceptionally(error);
        }
    }

    private static IOException closed() {
        return new IOException("the node was closed");
    }

    @Override
    public void close() {
        starters.shutdownNow();
        underWay.forEach(attempt -> attempt.end(closed()));
    }
}
