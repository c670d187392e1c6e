// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import io.millrace.actor.time.Cancellable;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A context that forwards every call to another one: a base class for the contexts of a {@link ContextDecorator}.
 *
 * @param <M> the messages that the actor understands
 */
public abstract class ForwardingContext<M> implements ActorContext<M> {

    private final ActorContext<M> context;

    protected ForwardingContext(ActorContext<M> context) {
        this.context = context;
    }

    @Override
    public ActorRef<M> self() {
        return context.self();
    }

    @Override
    public String name() {
        return context.name();
    }

    @Override
    public ActorHost system() {
        return context.system();
    }

    @Override
    public @Nullable ActorRef<?> sender() {
        return context.sender();
    }

    @Override
    public Headers headers() {
        return context.headers();
    }

    @Override
    public <T> void tell(ActorRef<T> to, T message) {
        context.tell(to, message);
    }

    @Override
    public <T> void request(ActorRef<T> to, T message) {
        context.request(to, message);
    }

    @Override
    public void forward(ActorRef<? super M> to) {
        context.forward(to);
    }

    @Override
    public void respond(Object answer) {
        context.respond(answer);
    }

    @Override
    public <T> void pipe(
            CompletionStage<? extends T> stage,
            ActorRef<T> to,
            Function<? super Throwable, ? extends T> onFailure) {
        context.pipe(stage, to, onFailure);
    }

    @Override
    public <C> ActorRef<C> spawn(Props<C> props) {
        return context.spawn(props);
    }

    @Override
    public <C> ActorRef<C> spawn(Props<C> props, String name) {
        return context.spawn(props, name);
    }

    @Override
    public <C> ActorRef<C> spawnPrefixed(Props<C> props, String prefix) {
        return context.spawnPrefixed(props, prefix);
    }

    @Override
    public Collection<ActorRef<?>> children() {
        return context.children();
    }

    @Override
    public void stop(ActorRef<?> child) {
        context.stop(child);
    }

    @Override
    public void stopSelf() {
        context.stopSelf();
    }

    @Override
    public void watch(ActorRef<?> other) {
        context.watch(other);
    }

    @Override
    public void unwatch(ActorRef<?> other) {
        context.unwatch(other);
    }

    @Override
    public <T> void reenter(
            CompletionStage<T> stage,
            BiConsumer<? super @Nullable T, ? super @Nullable Throwable> continuation) {
        context.reenter(stage, continuation);
    }

    @Override
    public <T> void await(
            CompletionStage<T> stage,
            BiConsumer<? super @Nullable T, ? super @Nullable Throwable> continuation) {
        context.await(stage, continuation);
    }

    @Override
    public Cancellable schedule(Duration delay, M message) {
        return context.schedule(delay, message);
    }

    @Override
    public Cancellable scheduleAtFixedRate(Duration firstDelay, Duration interval, M message) {
        return context.scheduleAtFixedRate(firstDelay, interval, message);
    }

    @Override
    public void setReceiveTimeout(Duration idle, M message) {
        context.setReceiveTimeout(idle, message);
    }

    @Override
    public void cancelReceiveTimeout() {
        context.cancelReceiveTimeout();
    }

    @Override
    public void become(Receive<M> behavior) {
        context.become(behavior);
    }

    @Override
    public void pushBehavior(Receive<M> behavior) {
        context.pushBehavior(behavior);
    }

    @Override
    public void popBehavior() {
        context.popBehavior();
    }

    @Override
    public void stash() {
        context.stash();
    }

    @Override
    public void unstashAll() {
        context.unstashAll();
    }
}
