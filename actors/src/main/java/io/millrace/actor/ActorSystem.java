// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A tree of actors and what they share: threads, time, dead letters. Safe for use by many threads.
 *
 * <p>It ends by {@link #stop(Duration)}, or at once by {@link #close}.
 */
public final class ActorSystem implements AutoCloseable {

    private final String name;
    private final Dispatcher dispatcher;
    private final boolean ownsDispatcher;
    private final Scheduler scheduler;
    private final boolean ownsScheduler;
    private final Listeners listeners;
    private final EventStream events = new EventStream();
    private final DeadLetters deadLetters;
    private final Asks asks;
    private final Around around;
    private final int timedRuns;
    private final AtomicLong activity = new AtomicLong();
    private final CountDownLatch rootEnded = new CountDownLatch(1);
    private final ActorCell<Object> root;
    private volatile boolean closedToOutside;

    private ActorSystem(Builder builder) {
        name = builder.name;
        ownsDispatcher = builder.dispatcher == null;
        dispatcher = builder.dispatcher == null ? defaultPool(name) : builder.dispatcher;
        ownsScheduler = builder.scheduler == null;
        scheduler =
                builder.scheduler == null
                        ? new ThreadScheduler(name + "-timer")
                        : builder.scheduler;
        listeners = new Listeners(builder.listeners);
        timedRuns =
                builder.listeners.stream()
                        .mapToInt(ActorSystemListener::timedRuns)
                        .filter(each -> each > 0)
                        .min()
                        .orElse(0);
        deadLetters = new DeadLetters(name, scheduler, this::announce);
        asks = new Asks(dispatcher, scheduler);
        around = builder.around;
        root = ActorCell.root(this, builder.supervision);
    }

    /** A system with a pool of as many threads as the machine has cores, 2 at least, called name-actor-1, …. */
    public static ActorSystem create(String name) {
        return builder(name).build();
    }

    /** A system with other settings. */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /** What it was called; its threads and its lines in the log bear it. */
    public String name() {
        return name;
    }

    /** Makes an actor at the top of the tree with a generated name; else as the method below. */
    public <M> ActorRef<M> spawn(Props<M> props) {
        checkOpen();
        return root.spawn(props);
    }

    /**
     * Makes an actor at the top of the tree whose name is a prefix and a generated number; else as the method below.
     *
     * @param prefix as a name
     */
    public <M> ActorRef<M> spawnPrefixed(Props<M> props, String prefix) {
        checkOpen();
        return root.spawnPrefixed(props, prefix);
    }

    /**
     * Makes an actor at the top of the tree.
     *
     * @throws IllegalArgumentException when the name is no name (see {@link ActorContext#spawn(Props, String)}), or an
     *     actor at the top that has not ended yet has it
     * @throws IllegalStateException when the system is stopping
     */
    public <M> ActorRef<M> spawn(Props<M> props, String name) {
        checkOpen();
        return root.spawn(props, name);
    }

    private void checkOpen() {
        if (closedToOutside) {
            throw new IllegalStateException("actor system " + name + " is stopping");
        }
    }

    /** Where events are published and subscribed to. */
    public EventStream events() {
        return events;
    }

    /** Looks at every actor: for a report or a meter now and then, not for every message. */
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

    /** Stops an actor after its current message; what is left in its mailbox becomes dead letters. */
    public void stop(ActorRef<?> ref) {
        Ref.cellOf(ref).stop();
    }

    /** Stops an actor when it has processed all that is in its mailbox now; a router when its routees have. */
    public void poison(ActorRef<?> ref) {
        Ref.cellOf(ref).poison();
    }

    /** Sends a message with headers, through the system's {@linkplain Builder#sendMiddleware middleware}. */
    public <M> void tell(ActorRef<M> to, M message, Headers headers) {
        around.send(to, new Envelope(message, null, headers));
    }

    /**
     * Asks an actor by a message that carries no way to answer: what the actor {@linkplain ActorContext#respond responds} is the
     * answer. Else as {@link #ask(ActorRef, Function, Duration)}, but that the message goes through the system's {@linkplain
     * Builder#sendMiddleware middleware}, and that a recipient which does not take it shows by the timeout only.
     *
     * @param type of the answer; another answer fails the stage with a {@link ClassCastException}
     */
    public <Q, R> CompletionStage<R> ask(
            ActorRef<Q> ref, Q message, Class<R> type, Duration timeout) {
        return asks.ask(
                ref,
                answer -> {
                    AnswerRef<R> sender = new AnswerRef<>(this, ref, type, answer);
                    around.send(ref, new Envelope(message, sender, Headers.NONE));
                    return true;
                },
                timeout);
    }

    /**
     * Asks an actor and waits for the answer in the background. What is chained to the stage runs on the thread of the
     * actor that answers; inside an actor hand the stage to {@link ActorContext#reenter}.
     *
     * @param question makes the message; it carries the consumer that takes the answer, of which the first counts
     * @param timeout how long to wait
     * @return the answer; or {@link TimeoutException} when none came, {@link RejectedExecutionException} when the actor
     *     did not take the question or the system has ended before. What is chained to the stage sees them in a {@link
     *     java.util.concurrent.CompletionException}
     */
    public <Q, R> CompletionStage<R> ask(
            ActorRef<Q> ref, Function<Consumer<R>, Q> question, Duration timeout) {
        return asks.ask(
                ref,
                (CompletableFuture<R> answer) -> ref.offer(question.apply(answer::complete)),
                timeout);
    }

    /**
     * Ends the system in good order. From now on nothing is taken from outside, that is from threads that run no actor.
     * The actors go on until all mailboxes are empty and no continuation is awaited, or until the deadline; then all are
     * stopped, children before parents, for which a second is allowed whatever the deadline. The dispatcher and the
     * scheduler are closed if the system made them. A second call finds the work done.
     *
     * @return what was left over
     * @throws IllegalStateException when an actor calls it, which would wait for itself
     */
    public StopReport stop(Duration deadline) {
        if (Inside.isInside()) {
            throw new IllegalStateException(
                    "an actor cannot wait for the end of its own system " + name);
        }
        closedToOutside = true;
        return shutDown(deadline);
    }

    private synchronized StopReport shutDown(Duration deadline) {
        StopReport report = new Shutdown(root, deadLetters, activity, rootEnded).run(deadline);
        asks.close();
        if (ownsScheduler) {
            scheduler.close();
        }
        if (ownsDispatcher) {
            dispatcher.close();
        }
        return report;
    }

    /** Stops at once: as {@link #stop(Duration)} with no time at all, so that what waits becomes dead letters. */
    @Override
    public void close() {
        stop(Duration.ZERO);
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    ActorSystemListener listener() {
        return listeners;
    }

    void deadLetter(DeadLetter letter) {
        deadLetters.add(letter);
    }

    private void announce(DeadLetter letter) {
        listeners.deadLetter(letter);
        events.publish(letter);
    }

    /** Whether somebody wants to know how long this run of a mailbox takes. */
    boolean timesRun() {
        return timedRuns > 0
                && (timedRuns == 1 || ThreadLocalRandom.current().nextInt(timedRuns) == 0);
    }

    boolean isClosedToOutside() {
        return closedToOutside;
    }

    /** A mailbox begins or ends to run. Counted only while somebody wants to know. */
    void noteRun() {
        if (closedToOutside) {
            activity.incrementAndGet();
        }
    }

    void rootEnded() {
        rootEnded.countDown();
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
        private Around around = Around.NOTHING;

        private Builder(String name) {
            this.name = name;
        }

        /** Runs the actors that name no other; the caller closes it, after the system. */
        public Builder dispatcher(Dispatcher dispatcher) {
            this.dispatcher = dispatcher;
            return this;
        }

        /** The clock and the timers; the caller closes it, after the system. */
        public Builder scheduler(Scheduler scheduler) {
            this.scheduler = scheduler;
            return this;
        }

        /** How failures of the actors at the top are handled; escalating one means to stop the actor. */
        public Builder supervision(Supervision supervision) {
            this.supervision = supervision;
            return this;
        }

        /** One more around what the system sends for callers outside, see {@link ActorSystem#tell} and {@code ask}. */
        public Builder sendMiddleware(SendMiddleware middleware) {
            around = around.withSend(middleware);
            return this;
        }

        /** Hears of actors and dead letters; may be given several times. */
        public Builder listener(ActorSystemListener listener) {
            listeners.add(listener);
            return this;
        }

        /** Hears of dead letters; may be given several times. */
        public Builder deadLetterListener(Consumer<? super DeadLetter> listener) {
            return listener(
                    new ActorSystemListener() {
                        @Override
                        public void deadLetter(DeadLetter letter) {
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
