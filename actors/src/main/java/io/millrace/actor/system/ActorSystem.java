// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.system;

import io.millrace.actor.ActorHost;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Envelope;
import io.millrace.actor.EventStream;
import io.millrace.actor.Headers;
import io.millrace.actor.Middleware;
import io.millrace.actor.Props;
import io.millrace.actor.SendMiddleware;
import io.millrace.actor.UndeliveredMessage;
import io.millrace.actor.dispatcher.Dispatcher;
import io.millrace.actor.dispatcher.Dispatchers;
import io.millrace.actor.internal.ask.AnswerRef;
import io.millrace.actor.internal.ask.PendingAsks;
import io.millrace.actor.internal.cell.ActorCell;
import io.millrace.actor.internal.cell.CellRef;
import io.millrace.actor.internal.cell.SystemServices;
import io.millrace.actor.internal.delivery.MiddlewareChain;
import io.millrace.actor.internal.thread.ActorThread;
import io.millrace.actor.supervision.Supervision;
import io.millrace.actor.time.Scheduler;
import io.millrace.actor.time.ThreadScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A tree of actors with its dispatcher, its scheduler and its dead letters. Safe for use by many threads.
 *
 * <p>It ends by {@link #stop(Duration)}, or at once by {@link #close}.
 */
public final class ActorSystem implements ActorHost, AutoCloseable {

    private final String name;
    private final SystemServices services;
    private final boolean ownsDispatcher;
    private final boolean ownsScheduler;
    private final ListenerGroup listeners;
    private final EventStream events = new EventSubscriptions();
    private final DeadLetters deadLetters;
    private final PendingAsks asks;
    private final Middleware middleware;
    private final ActorCell<Object> root;

    private ActorSystem(Builder builder) {
        name = builder.name;
        ownsDispatcher = builder.dispatcher == null;
        Dispatcher dispatcher = builder.dispatcher == null ? defaultPool(name) : builder.dispatcher;
        ownsScheduler = builder.scheduler == null;
        Scheduler scheduler =
                builder.scheduler == null
                        ? new ThreadScheduler(name + "-timer")
                        : builder.scheduler;
        listeners = new ListenerGroup(builder.listeners);
        deadLetters = new DeadLetters(name, scheduler, this::announce);
        asks = new PendingAsks(dispatcher, scheduler);
        middleware = builder.middleware;
        services =
                new SystemServices(
                        this,
                        dispatcher,
                        scheduler,
                        listeners,
                        deadLetters::add,
                        listeners.timedRuns());
        root = ActorCell.root(services, builder.supervision);
    }

    /** Starts a system with a pool of one thread per core, at least 2, named name-actor-1, …. */
    public static ActorSystem create(String name) {
        return builder(name).build();
    }

    /** Begins a system with other settings. */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public <M> ActorRef<M> spawn(Props<M> props) {
        checkOpen();
        return root.spawn(props);
    }

    @Override
    public <M> ActorRef<M> spawnPrefixed(Props<M> props, String prefix) {
        checkOpen();
        return root.spawnPrefixed(props, prefix);
    }

    @Override
    public <M> ActorRef<M> spawn(Props<M> props, String name) {
        checkOpen();
        return root.spawn(props, name);
    }

    private void checkOpen() {
        if (services.isClosedToOutside()) {
            throw new IllegalStateException("actor system " + name + " is stopping");
        }
    }

    @Override
    public EventStream events() {
        return events;
    }

    /**
     * Counts the actors and their waiting messages. It visits every actor: for an occasional report, not for every
     * message.
     */
    public SystemLoad load() {
        int actors = -1;
        long waiting = 0;
        int deepest = 0;
        ActorCell<?> fullest = root;
        for (ActorCell<?> cell : root.withDescendants()) {
            int depth = cell.waitingMessages();
            actors++;
            waiting += depth;
            if (depth > deepest) {
                deepest = depth;
                fullest = cell;
            }
        }
        return new SystemLoad(actors, waiting, deepest, fullest.path());
    }

    @Override
    public void stop(ActorRef<?> ref) {
        CellRef.cellOf(ref).stop();
    }

    @Override
    public void poison(ActorRef<?> ref) {
        CellRef.cellOf(ref).poison();
    }

    @Override
    public <M> void tell(ActorRef<M> to, M message, Headers headers) {
        MiddlewareChain.send(middleware, to, new Envelope(message, null, headers));
    }

    @Override
    public <Q, R> CompletionStage<R> ask(
            ActorRef<Q> ref, Q message, Class<R> type, Duration timeout) {
        return asks.ask(
                ref,
                answer -> {
                    AnswerRef<R> sender = new AnswerRef<>(ref, type, answer, deadLetters::add);
                    MiddlewareChain.send(
                            middleware, ref, new Envelope(message, sender, Headers.NONE));
                    return true;
                },
                timeout);
    }

    @Override
    public <Q, R> CompletionStage<R> ask(
            ActorRef<Q> ref, Function<Consumer<R>, Q> question, Duration timeout) {
        return asks.ask(
                ref,
                (CompletableFuture<R> answer) -> ref.offer(question.apply(answer::complete)),
                timeout);
    }

    /**
     * Ends the system in order. From now on it refuses messages from outside, that is, from threads that run no
     * actor. The actors continue until all mailboxes are empty and no continuation is awaited, or until the deadline.
     * Then all are stopped, children before parents, within one second more. The dispatcher and the scheduler are
     * closed if the system made them. A second call finds nothing left to do.
     *
     * @return the messages and actors left over
     * @throws IllegalStateException if an actor calls it, since that actor would wait for its own end
     */
    public StopReport stop(Duration deadline) {
        if (ActorThread.isCurrent()) {
            throw new IllegalStateException(
                    "an actor cannot wait for the end of its own system " + name);
        }
        services.closeToOutside();
        return shutDown(deadline);
    }

    private synchronized StopReport shutDown(Duration deadline) {
        StopReport report = new Shutdown(root, deadLetters, services).run(deadline);
        asks.close();
        if (ownsScheduler) {
            services.scheduler().close();
        }
        if (ownsDispatcher) {
            services.dispatcher().close();
        }
        return report;
    }

    /** Stops at once: as {@link #stop(Duration)} with a zero duration, so that waiting messages become dead letters. */
    @Override
    public void close() {
        stop(Duration.ZERO);
    }

    private void announce(UndeliveredMessage letter) {
        listeners.deadLetter(letter);
        events.publish(letter);
    }

    private static Dispatcher defaultPool(String name) {
        return Dispatchers.pool(
                name + "-actor", Math.max(2, Runtime.getRuntime().availableProcessors()));
    }

    /** The settings of a system. */
    public static final class Builder {

        private final String name;
        private final List<ActorSystemListener> listeners = new ArrayList<>();
        private @Nullable Dispatcher dispatcher;
        private @Nullable Scheduler scheduler;
        private Supervision supervision = Supervision.DEFAULT;
        private Middleware middleware = Middleware.NONE;

        private Builder(String name) {
            this.name = name;
        }

        /** Sets the dispatcher of actors that name no other. The caller closes it, after the system. */
        public Builder dispatcher(Dispatcher dispatcher) {
            this.dispatcher = dispatcher;
            return this;
        }

        /** Sets the clock and the timers. The caller closes the scheduler, after the system. */
        public Builder scheduler(Scheduler scheduler) {
            this.scheduler = scheduler;
            return this;
        }

        /** Sets how failures of the actors at the top are handled. Escalating such a failure stops the actor. */
        public Builder supervision(Supervision supervision) {
            this.supervision = supervision;
            return this;
        }

        /**
         * Adds a middleware around the messages of callers outside: those of {@link ActorSystem#tell} and {@code
         * ask}.
         */
        public Builder sendMiddleware(SendMiddleware middleware) {
            this.middleware = this.middleware.withSend(middleware);
            return this;
        }

        /** Adds a listener of actors and dead letters. */
        public Builder listener(ActorSystemListener listener) {
            listeners.add(listener);
            return this;
        }

        /** Adds a listener of dead letters. */
        public Builder deadLetterListener(Consumer<? super UndeliveredMessage> listener) {
            return listener(
                    new ActorSystemListener() {
                        @Override
                        public void deadLetter(UndeliveredMessage letter) {
                            listener.accept(letter);
                        }
                    });
        }

        /** Starts the system. */
        public ActorSystem build() {
            ActorSystem system = new ActorSystem(this);
            listeners.forEach(listener -> listener.systemStarted(system));
            return system;
        }
    }
}
