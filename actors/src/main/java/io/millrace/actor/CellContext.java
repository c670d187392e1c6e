// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import io.millrace.actor.DeadLetter.Reason;
import java.time.Duration;
import java.util.Collection;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The context of one life. */
final class CellContext<M> implements ActorContext<M> {

    private final ActorCell<M> cell;
    private @Nullable Asked<M> asked;

    /** What is in process: a message or an envelope; null between them. */
    private @Nullable Object current;

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
    public @Nullable ActorRef<?> sender() {
        checkUse();
        return current instanceof Envelope envelope ? envelope.sender() : null;
    }

    @Override
    public Headers headers() {
        checkUse();
        return current instanceof Envelope envelope ? envelope.headers() : Headers.NONE;
    }

    @Override
    public <T> void tell(ActorRef<T> to, T message) {
        send(to, message, null);
    }

    @Override
    public <T> void request(ActorRef<T> to, T message) {
        send(to, message, self());
    }

    @Override
    public void forward(ActorRef<? super M> to) {
        checkUse();
        cell.props().around().send(to, Envelope.of(inProcess()));
    }

    @Override
    public void respond(Object answer) {
        ActorRef<?> sender = sender();
        if (sender == null) {
            cell.undelivered(answer, Reason.NO_SENDER);
        } else {
            send(sender, answer, null);
        }
    }

    private void send(ActorRef<?> to, Object message, @Nullable ActorRef<?> sender) {
        cell.props().around().send(to, new Envelope(message, sender, headers()));
    }

    @Override
    public <T> void pipe(
            CompletionStage<? extends T> stage,
            ActorRef<T> to,
            Function<? super Throwable, ? extends T> onFailure) {
        Objects.requireNonNull(onFailure, "onFailure");
        reenter(
                stage,
                (value, error) -> {
                    T message = error == null ? value : onFailure.apply(error);
                    tell(to, Objects.requireNonNull(message, "the stage brought null"));
                });
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
    public <C> ActorRef<C> spawnPrefixed(Props<C> props, String prefix) {
        checkUse();
        return cell.spawnPrefixed(props, prefix);
    }

    @Override
    public Collection<ActorRef<?>> children() {
        checkUse();
        return cell.children().stream().<ActorRef<?>>map(ActorCell::ref).toList();
    }

    @Override
    public void stop(ActorRef<?> child) {
        checkUse();
        ActorCell<?> other = Ref.cellOf(child);
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
        ActorCell<?> watched = Ref.cellOf(other);
        if (watched == cell) {
            throw new IllegalArgumentException(
                    "other must be another actor, not " + other + " itself");
        }
        if (asked().watch(watched)) {
            watched.addWatcher(cell);
        }
    }

    @Override
    public void unwatch(ActorRef<?> other) {
        checkUse();
        ActorCell<?> watched = Ref.cellOf(other);
        if (stopsWatching(watched)) {
            watched.removeWatcher(cell);
        }
    }

    @Override
    public <T> void reenter(
            CompletionStage<T> stage,
            BiConsumer<? super @Nullable T, ? super @Nullable Throwable> continuation) {
        checkUse();
        asked().addReentry();
        whenComplete(stage, continuation, cell::offerControl);
    }

    @Override
    public <T> void await(
            CompletionStage<T> stage,
            BiConsumer<? super @Nullable T, ? super @Nullable Throwable> continuation) {
        checkUse();
        asked().addAwait();
        cell.holdMessages();
        whenComplete(stage, continuation, cell::endAwait);
    }

    private <T> void whenComplete(
            CompletionStage<T> stage,
            BiConsumer<? super @Nullable T, ? super @Nullable Throwable> continuation,
            Consumer<Control.Reentry> then) {
        Objects.requireNonNull(continuation, "continuation");
        Object during = current;
        var _ =
                stage.whenComplete((value, error) -> {
                    Throwable cause = unwrap(error);
                    Runnable call = () -> continuation.accept(value, cause);
                    then.accept(new Control.Reentry(this, during, continuation, call));
                });
    }

    @Override
    public Cancellable schedule(Duration delay, M message) {
        checkUse();
        return asked().start(cell, delay, null, Objects.requireNonNull(message, "message"));
    }

    @Override
    public Cancellable scheduleAtFixedRate(Duration firstDelay, Duration interval, M message) {
        checkUse();
        if (!interval.isPositive()) {
            throw new IllegalArgumentException(
                    "interval must be longer than zero, not " + interval);
        }
        return asked().start(
                        cell, firstDelay, interval, Objects.requireNonNull(message, "message"));
    }

    @Override
    public void setReceiveTimeout(Duration idle, M message) {
        checkUse();
        if (!idle.isPositive()) {
            throw new IllegalArgumentException("idle must be longer than zero, not " + idle);
        }
        Objects.requireNonNull(message, "message");
        asked().setReceiveTimeout(
                        new ReceiveTimeout(cell.system().scheduler(), cell, idle, message));
    }

    @Override
    public void cancelReceiveTimeout() {
        checkUse();
        if (asked != null) {
            asked.setReceiveTimeout(null);
        }
    }

    @Override
    public void become(Receive<M> behavior) {
        checkUse();
        var _ = cell.become(behavior);
    }

    @Override
    public void pushBehavior(Receive<M> behavior) {
        checkUse();
        asked().pushBehavior(cell.become(behavior));
    }

    @Override
    public void popBehavior() {
        checkUse();
        var _ = cell.become(asked().popBehavior());
    }

    @Override
    public void stash() {
        checkUse();
        asked().stash(inProcess(), cell.props().stash());
    }

    @Override
    public void unstashAll() {
        checkUse();
        cell.processFirst(takeStash());
    }

    /** What was put aside, or null. */
    @Nullable Deque<Object> takeStash() {
        return asked == null ? null : asked.takeStash();
    }

    /** A message or an envelope is about to be processed. */
    void begin(Object entry) {
        current = entry;
        if (asked != null) {
            asked.noteMessage(entry);
        }
    }

    /** Middleware has put another in the place of what is in process, or a continuation goes on with what was. */
    void goOnWith(@Nullable Object entry) {
        current = entry;
    }

    /** Nothing is in process any more. */
    void finish() {
        current = null;
    }

    @Nullable Object current() {
        return current;
    }

    /** Whether a check belongs to the receive timeout that is set, and the actor has been idle for that long. */
    boolean isDue(ReceiveTimeout timeout) {
        return asked != null && asked.isDue(timeout);
    }

    /** Forgets that the other is watched; whether it was. */
    boolean stopsWatching(ActorCell<?> other) {
        return asked != null && asked.unwatch(other);
    }

    void noteReentry() {
        asked().endReentry();
    }

    void noteAwait() {
        asked().endAwait();
    }

    /** Whether the life waits for the result of work that it has begun. */
    boolean waitsForWork() {
        return asked != null && asked.waitsForWork();
    }

    /**
     * The life is over: calls off all that it has asked for, but the stash.
     *
     * @return how many holds on the messages are left from {@link #await}
     */
    int end() {
        ended = true;
        if (asked == null) {
            return 0;
        }
        int holds = asked.awaits();
        asked.end(cell);
        return holds;
    }

    boolean hasEnded() {
        return ended;
    }

    /** The actor has started. */
    void begun() {
        begun = true;
    }

    boolean hasBegun() {
        return begun;
    }

    private Asked<M> asked() {
        if (asked == null) {
            asked = new Asked<>();
        }
        return asked;
    }

    private Object inProcess() {
        if (current == null) {
            throw new IllegalStateException(self() + " has no message in process");
        }
        return current;
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
}
