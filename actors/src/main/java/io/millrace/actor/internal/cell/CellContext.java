// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.cell;

import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorHost;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Envelope;
import io.millrace.actor.Headers;
import io.millrace.actor.Props;
import io.millrace.actor.Receive;
import io.millrace.actor.UndeliveredMessage.Reason;
import io.millrace.actor.internal.delivery.Entry;
import io.millrace.actor.internal.delivery.MiddlewareChain;
import io.millrace.actor.time.Cancellable;
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

/** The context of one life of an actor. */
final class CellContext<M> implements ActorContext<M> {

    private final ActorCell<M> cell;

    /** Made when the life first uses one of them. */
    private @Nullable LifeResources<M> resources;

    /** The message or envelope in process; null between two of them. */
    private @Nullable Object current;

    private boolean started;
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
    public ActorHost system() {
        return cell.services().host();
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
        MiddlewareChain.send(cell.props().middleware(), to, Entry.envelopeOf(inProcess()));
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
        MiddlewareChain.send(
                cell.props().middleware(), to, new Envelope(message, sender, headers()));
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
        ActorCell<?> other = CellRef.cellOf(child);
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
        ActorCell<?> watched = CellRef.cellOf(other);
        if (watched == cell) {
            throw new IllegalArgumentException(
                    "other must be another actor, not " + other + " itself");
        }
        if (resources().watch(watched)) {
            watched.addWatcher(cell);
        }
    }

    @Override
    public void unwatch(ActorRef<?> other) {
        checkUse();
        ActorCell<?> watched = CellRef.cellOf(other);
        if (stopWatching(watched)) {
            watched.removeWatcher(cell);
        }
    }

    @Override
    public <T> void reenter(
            CompletionStage<T> stage,
            BiConsumer<? super @Nullable T, ? super @Nullable Throwable> continuation) {
        checkUse();
        resources().addReentry();
        whenComplete(stage, continuation, cell::offerControl);
    }

    @Override
    public <T> void await(
            CompletionStage<T> stage,
            BiConsumer<? super @Nullable T, ? super @Nullable Throwable> continuation) {
        checkUse();
        resources().addAwait();
        cell.holdMessages();
        whenComplete(stage, continuation, cell::endAwait);
    }

    private <T> void whenComplete(
            CompletionStage<T> stage,
            BiConsumer<? super @Nullable T, ? super @Nullable Throwable> continuation,
            Consumer<CellEntry.Reentry> then) {
        Objects.requireNonNull(continuation, "continuation");
        Object during = current;
        var _ =
                stage.whenComplete((value, error) -> {
                    Throwable cause = unwrap(error);
                    Runnable call = () -> continuation.accept(value, cause);
                    then.accept(new CellEntry.Reentry(this, during, continuation, call));
                });
    }

    @Override
    public Cancellable schedule(Duration delay, M message) {
        checkUse();
        return resources().start(cell, delay, null, Objects.requireNonNull(message, "message"));
    }

    @Override
    public Cancellable scheduleAtFixedRate(Duration firstDelay, Duration interval, M message) {
        checkUse();
        if (!interval.isPositive()) {
            throw new IllegalArgumentException(
                    "interval must be longer than zero, not " + interval);
        }
        return resources()
                .start(cell, firstDelay, interval, Objects.requireNonNull(message, "message"));
    }

    @Override
    public void setReceiveTimeout(Duration idle, M message) {
        checkUse();
        if (!idle.isPositive()) {
            throw new IllegalArgumentException("idle must be longer than zero, not " + idle);
        }
        Objects.requireNonNull(message, "message");
        resources()
                .setReceiveTimeout(
                        new ReceiveTimeout(
                                cell.services().scheduler(), idle, message, cell::offerControl));
    }

    @Override
    public void cancelReceiveTimeout() {
        checkUse();
        if (resources != null) {
            resources.setReceiveTimeout(null);
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
        resources().pushBehavior(cell.become(behavior));
    }

    @Override
    public void popBehavior() {
        checkUse();
        var _ = cell.become(resources().popBehavior());
    }

    @Override
    public void stash() {
        checkUse();
        resources().stash(inProcess(), cell.props().stash());
    }

    @Override
    public void unstashAll() {
        checkUse();
        cell.processFirst(takeStash());
    }

    /** Takes all stashed entries; null if there are none. */
    @Nullable Deque<Object> takeStash() {
        return resources == null ? null : resources.takeStash();
    }

    /** Notes the message or envelope that is about to be processed. */
    void beginMessage(Object entry) {
        current = entry;
        if (resources != null) {
            resources.noteMessage(entry);
        }
    }

    /** Sets the entry in process: the one that middleware has made of it, or the one that a continuation belongs to. */
    void setCurrent(@Nullable Object entry) {
        current = entry;
    }

    /** Notes that no entry is in process any more. */
    void clearCurrent() {
        current = null;
    }

    @Nullable Object current() {
        return current;
    }

    /** True if a receive timeout is the one now set and the actor has been idle for its whole time. */
    boolean isDue(ReceiveTimeout timeout) {
        return resources != null && resources.isDue(timeout);
    }

    /** Forgets that an actor is watched; false if it was not watched. */
    boolean stopWatching(ActorCell<?> other) {
        return resources != null && resources.unwatch(other);
    }

    void noteReentry() {
        resources().endReentry();
    }

    void noteAwait() {
        resources().endAwait();
    }

    /** True if the life waits for the completion of a stage. */
    boolean waitsForWork() {
        return resources != null && resources.waitsForWork();
    }

    /**
     * Ends the life: cancels everything but the stash.
     *
     * @return the number of {@link #await}s that still hold messages back
     */
    int end() {
        ended = true;
        if (resources == null) {
            return 0;
        }
        int holds = resources.awaits();
        resources.end(cell);
        return holds;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Notes that the actor has started. */
    void noteStarted() {
        started = true;
    }

    boolean hasStarted() {
        return started;
    }

    private LifeResources<M> resources() {
        if (resources == null) {
            resources = new LifeResources<>();
        }
        return resources;
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
