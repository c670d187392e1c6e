// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.RuleMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Stores in memory that survive their queue. The test can hold back their answers, as in an outage of a database. */
public class RecordingStores implements InFlightStore, DeadLetterStore {

    private final Map<UUID, InFlight> inFlight = new LinkedHashMap<>();
    private final List<DeadLetter> letters = new ArrayList<>();
    private final List<Runnable> held = new ArrayList<>();
    private boolean holding;

    /** From now on nothing is stored, and no future completes. */
    public synchronized void hold() {
        holding = true;
    }

    /** Does all work that was held back. */
    public void release() {
        List<Runnable> now;
        synchronized (this) {
            holding = false;
            now = List.copyOf(held);
            held.clear();
        }
        now.forEach(Runnable::run);
    }

    @Override
    public CompletionStage<Void> put(InFlight delivery) {
        return run(() -> inFlight.put(delivery.deliveryId(), delivery));
    }

    @Override
    public CompletionStage<Void> remove(UUID deliveryId) {
        return run(() -> inFlight.remove(deliveryId));
    }

    @Override
    public CompletionStage<@Nullable RuleMessage> load(UUID deliveryId) {
        AtomicReference<@Nullable RuleMessage> found = new AtomicReference<>();
        return run(
                        () -> {
                            InFlight stored = inFlight.get(deliveryId);
                            found.set(stored == null ? null : stored.message());
                        })
                .thenApply(_ -> found.get());
    }

    @Override
    public CompletionStage<Void> add(DeadLetter letter) {
        return run(() -> letters.add(letter));
    }

    private CompletionStage<Void> run(Runnable change) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Runnable task =
                () -> {
                    synchronized (this) {
                        change.run();
                    }
                    done.complete(null);
                };
        synchronized (this) {
            if (holding) {
                held.add(task);
                return done;
            }
        }
        task.run();
        return done;
    }

    @Override
    public void read(Consumer<List<InFlight>> page) {
        page.accept(all());
    }

    @Override
    public synchronized List<InFlight> all() {
        return List.copyOf(inFlight.values());
    }

    public synchronized List<DeadLetter> letters() {
        return List.copyOf(letters);
    }
}
