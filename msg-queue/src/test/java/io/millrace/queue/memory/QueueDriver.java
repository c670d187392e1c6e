// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.TenantId;
import io.millrace.queue.AttemptHandler;
import io.millrace.queue.Fixtures;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueListener;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.Source;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LaneSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** A queue whose clock and whose attempts the test controls. */
public final class QueueDriver {

    private static final int PARTITIONS = 4;

    final List<Attempt> running = new ArrayList<>();
    final List<Attempt> started = new ArrayList<>();
    final AtomicInteger told = new AtomicInteger();
    final RecordingStores stores;
    private final AtomicLong ticker = new AtomicLong();
    private final Queue<Runnable> answers = new ArrayDeque<>();
    private final MemoryQueue queue;

    QueueDriver(LaneSettings settings) {
        this(settings, _ -> 1);
    }

    QueueDriver(LaneSettings settings, ToDoubleFunction<TenantId> weights) {
        stores = new RecordingStores();
        queue = queue(settings, QueueDefinition.MAIN, QueueListener.NONE, weights);
        queue.prepare(attempt -> {
            started.add(attempt);
            running.add(attempt);
        });
    }

    /** A queue over given stores, whose attempts go to the given handler. */
    public QueueDriver(
            LaneSettings settings,
            QueueDefinition definition,
            RecordingStores stores,
            QueueListener listener,
            AttemptHandler handler) {
        this.stores = stores;
        queue = queue(settings, definition, listener, _ -> 1);
        queue.prepare(handler);
    }

    private MemoryQueue queue(
            LaneSettings settings,
            QueueDefinition definition,
            QueueListener listener,
            ToDoubleFunction<TenantId> weights) {
        return new MemoryQueue(
                PARTITIONS,
                new QueueRegistry(List.of(definition)),
                settings,
                stores,
                new LaneEngine.Environment(
                        stores,
                        listener,
                        weights,
                        new StandstillClock(ticker::get),
                        ticker::get,
                        Clock.systemUTC(),
                        answers::add));
    }

    public MemoryQueue queue() {
        return queue;
    }

    Admission submit(RuleMessage message) {
        return submit(message, Source.DEVICE);
    }

    Admission submit(RuleMessage message, Source source) {
        return queue.submit(message, source, told::incrementAndGet);
    }

    /** Lets time pass in steps of the queue's own sweeps. */
    public void pass(Duration time) {
        answer();
        long end = ticker.get() + time.toNanos();
        while (ticker.get() < end) {
            ticker.set(Math.min(end, ticker.get() + Duration.ofMillis(50).toNanos()));
            queue.sweep();
            answer();
        }
    }

    private void answer() {
        while (!answers.isEmpty()) {
            answers.remove().run();
        }
    }

    /** Ends those under way that fit, until there are none. */
    void endAll(Predicate<RuleMessage> which) {
        for (int i = 0; i < running.size(); i++) {
            if (which.test(running.get(i).message())) {
                Attempt attempt = running.remove(i);
                i = -1;
                attempt.end(new AttemptResult.Done(Path.EMPTY));
            }
        }
    }

    /** Ends those that have been under way for longest. */
    void endOldest(int count) {
        for (int i = 0; i < count && !running.isEmpty(); i++) {
            running.removeFirst().end(new AttemptResult.Done(Path.EMPTY));
        }
    }

    /** How many of those that fit are under way. */
    long runningOf(Predicate<RuleMessage> which) {
        return running.stream()
                .filter(attempt -> !attempt.isOver())
                .map(Attempt::message)
                .filter(which)
                .count();
    }

    List<Integer> startedNumbers() {
        return started.stream().map(Attempt::message).map(Fixtures::numberOf).toList();
    }
}
