// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The context of one life, and what that life has asked for. What few actors need is made on first use. */
final class CellContext<M> implements ActorContext<M> {

    private final ActorCell<M> cell;
    private @Nullable Set<Timer> timers;
    private @Nullable Set<ActorCell<?>> watching;
    private @Nullable ReceiveTimeout receiveTimeout;
    private int pendingReentries;
    private boolean begun;
    private boolean ended;

    CellContext(ActorCell<M> cell) {
        this.cell = cell;
    }

    @Override
    public ActorRef<M> self() {
        return cell.ref();
    }

    @Override
    public String name() {
        return cell.name();
    }

    @Override
    public ActorSystem system() {
        return cell.system();
    }

    @Override
    public <C> ActorRef<C> spawn(Props<C> props) {
        checkUse();
        return cell.spawn(props);
    }

    @Override
    public <C> ActorRef<C> spawn(Props<C> props, String name) {
        checkUse();
        return cell.spawn(props, name);
    }

    @Override
    public Collection<ActorRef<?>> children() {
        checkUse();
        return cell.children().stream().<ActorRef<?>>map(ActorCell::ref).toList();
    }

    @Override
    public void stop(ActorRef<?> child) {
        checkUse();
        ActorCell<?> other = LocalRef.cellOf(child);
        if (other.parent() != cell) {
            throw new IllegalArgumentException(
                    "child must be a child of " + self() + ", not " + child);
        }
        other.stop();
    }

    @Override
    public void stopSelf() {
        checkUse();
        cell.stop();
    }

    @Override
    public void watch(ActorRef<?> other) {
        checkUse();
        ActorCell<?> watched = LocalRef.cellOf(other);
        if (watched == cell) {
            throw new IllegalArgumentException(
                    "other must be another actor, not " + other + " itself");
        }
        if (watching == null) {
            watching = new HashSet<>();
        }
        if (watching.add(watched)) {
            watched.addWatcher(cell);
        }
    }

    @Override
    public void unwatch(ActorRef<?> other) {
        checkUse();
        ActorCell<?> watched = LocalRef.cellOf(other);
        if (stopsWatching(watched)) {
            watched.removeWatcher(cell);
        }
    }

    @Override
    public <T> void reenter(
            CompletionStage<T> stage,
            BiConsumer<? super @Nullable T, ? super @Nullable Throwable> continuation) {
        checkUse();
        Objects.requireNonNull(continuation, "continuation");
        pendingReentries++;
        var _ =
                stage.whenComplete((value, error) -> {
                    Throwable cause = unwrap(error);
                    Runnable call = () -> continuation.accept(value, cause);
                    cell.offerControl(new Control.Reentry(this, continuation, call));
                });
    }

    @Override
    public Cancellable schedule(Duration delay, M message) {
        checkUse();
        if (timers == null) {
            timers = ConcurrentHashMap.newKeySet();
        }
        Objects.requireNonNull(message, "message");
        Timer timer = new Timer(() -> cell.tellOwn(message), timers);
        timer.start(cell.system().scheduler(), delay);
        return timer;
    }

    @Override
    public void setReceiveTimeout(Duration idle, M message) {
        checkUse();
        if (!idle.isPositive()) {
            throw new IllegalArgumentException("idle must be longer than zero, not " + idle);
        }
        cancelReceiveTimeout();
        receiveTimeout =
                new ReceiveTimeout(
                        cell.system().scheduler(),
                        cell,
                        idle,
                        Objects.requireNonNull(message, "message"));
    }

    @Override
    public void cancelReceiveTimeout() {
        checkUse();
        if (receiveTimeout != null) {
            receiveTimeout.cancel();
            receiveTimeout = null;
        }
    }

    /** A message is about to be processed. */
    void noteMessage() {
        if (receiveTimeout != null) {
            receiveTimeout.noteMessage();
        }
    }

    /** Whether a check belongs to the receive timeout that is set, and the actor has been idle for that long. */
    boolean isDue(ReceiveTimeout timeout) {
        return timeout == receiveTimeout && timeout.isDue();
    }

    /** Forgets that the other is watched; whether it was. */
    boolean stopsWatching(ActorCell<?> other) {
        return watching != null && watching.remove(other);
    }

    void noteReentry() {
        pendingReentries--;
    }

    boolean awaitsReentry() {
        return pendingReentries > 0;
    }

    /** The life is over: calls off all that it has asked for. */
    void end() {
        ended = true;
        if (timers != null) {
            timers.forEach(Timer::cancel);
        }
        if (receiveTimeout != null) {
            receiveTimeout.cancel();
            receiveTimeout = null;
        }
        if (watching != null) {
            watching.forEach(watched -> watched.removeWatcher(cell));
            watching = null;
        }
        pendingReentries = 0;
    }

    /** The actor has started. */
    void begin() {
        begun = true;
    }

    boolean hasBegun() {
        return begun;
    }

    private void checkUse() {
        if (ended) {
            throw new IllegalStateException("this life of " + self() + " is over");
        }
        if (!cell.isRunByCurrentThread()) {
            throw new IllegalStateException(
                    "the context of "
                            + self()
                            + " is only for its own callbacks, not for "
                            + Thread.currentThread().getName());
        }
    }

    private static @Nullable Throwable unwrap(@Nullable Throwable error) {
        return error instanceof CompletionException && error.getCause() != null
                ? error.getCause()
                : error;
    }

    /** A message that is due later. */
    private static final class Timer implements Runnable, Cancellable {
        private final Runnable tell;
        private final Set<Timer> timers;
        private final AtomicBoolean over = new AtomicBoolean();
        private volatile @Nullable Cancellable entry;

        Timer(Runnable tell, Set<Timer> timers) {
            this.tell = tell;
            this.timers = timers;
        }

        void start(Scheduler scheduler, Duration delay) {
            timers.add(this);
            entry = scheduler.schedule(delay, this);
        }

        @Override
        public void run() {
            if (end()) {
                tell.run();
            }
        }

        @Override
        public boolean cancel() {
            Cancellable scheduled = entry;
            if (!end()) {
                return false;
            }
            if (scheduled != null) {
                scheduled.cancel();
            }
            return true;
        }

        private boolean end() {
            timers.remove(this);
            return over.compareAndSet(false, true);
        }
    }
}
