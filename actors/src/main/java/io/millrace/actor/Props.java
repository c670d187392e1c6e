// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import io.millrace.actor.dispatcher.Dispatcher;
import io.millrace.actor.mailbox.MailboxKind;
import io.millrace.actor.mailbox.MailboxListener;
import io.millrace.actor.supervision.Supervision;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The recipe for an actor. Immutable: each {@code with} method returns a changed copy. One recipe serves any number of
 * actors.
 *
 * @param <M> the messages that the actor understands
 */
public final class Props<M> {

    /** The default of {@link #withStash}. */
    public static final int DEFAULT_STASH = 1_000;

    private final Supplier<? extends Actor<M>> factory;
    private final Settings settings;

    /** All settings but the factory. Changed only while a recipe is being made. */
    private static final class Settings {

        /** Shared by all recipes with default settings; a recipe with other settings changes a copy. */
        static final Settings DEFAULT = new Settings();

        private MailboxKind mailbox = MailboxKind.unbounded();
        private @Nullable MailboxListener mailboxListener;
        private @Nullable Dispatcher dispatcher;
        private Supervision supervision = Supervision.DEFAULT;
        private int stash = DEFAULT_STASH;
        private Middleware middleware = Middleware.NONE;

        Settings copy() {
            Settings copy = new Settings();
            copy.mailbox = mailbox;
            copy.mailboxListener = mailboxListener;
            copy.dispatcher = dispatcher;
            copy.supervision = supervision;
            copy.stash = stash;
            copy.middleware = middleware;
            return copy;
        }
    }

    private Props(Supplier<? extends Actor<M>> factory, Settings settings) {
        this.factory = factory;
        this.settings = settings;
    }

    /**
     * An actor with an unbounded mailbox, on the system's dispatcher, that restarts failed children.
     *
     * @param factory makes one new instance for each life, on the actor's own thread; an exception that it throws is a
     *     failure of the actor
     */
    public static <M> Props<M> of(Supplier<? extends Actor<M>> factory) {
        return new Props<>(factory, Settings.DEFAULT);
    }

    /**
     * An actor that is a function; otherwise as {@link #of}. All lives share the function, so it should have no state.
     */
    public static <M> Props<M> ofFunction(Receive<M> function) {
        Actor<M> actor = function::receive;
        return of(() -> actor);
    }

    private Props<M> with(Consumer<Settings> change) {
        Settings changed = settings.copy();
        change.accept(changed);
        return new Props<>(factory, changed);
    }

    /** Sets the kind of mailbox. */
    public Props<M> withMailbox(MailboxKind mailbox) {
        return with(changed -> changed.mailbox = mailbox);
    }

    /** Sets a listener of the mailbox; it serves all actors that are made from this recipe. */
    public Props<M> withMailboxListener(MailboxListener listener) {
        return with(changed -> changed.mailboxListener = listener);
    }

    /** Sets another dispatcher than the system's. */
    public Props<M> withDispatcher(Dispatcher dispatcher) {
        return with(changed -> changed.dispatcher = dispatcher);
    }

    /** Sets how this actor handles failures of its children. Its own failures are handled by its parent. */
    public Props<M> withSupervision(Supervision supervision) {
        return with(changed -> changed.supervision = supervision);
    }

    /**
     * Sets how many messages the actor may {@linkplain ActorContext#stash put aside}.
     *
     * @param capacity 0 or more
     */
    public Props<M> withStash(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("capacity must not be negative, not " + capacity);
        }
        return with(changed -> changed.stash = capacity);
    }

    /** Adds a middleware around the processing of each message. */
    public Props<M> withReceiveMiddleware(ReceiveMiddleware middleware) {
        return with(changed -> changed.middleware = changed.middleware.withReceive(middleware));
    }

    /** Adds a middleware around each message that the actor sends through its context. */
    public Props<M> withSendMiddleware(SendMiddleware middleware) {
        return with(changed -> changed.middleware = changed.middleware.withSend(middleware));
    }

    /** Adds a middleware that sees each child before the actor makes it. */
    public Props<M> withSpawnMiddleware(SpawnMiddleware middleware) {
        return with(changed -> changed.middleware = changed.middleware.withSpawn(middleware));
    }

    /** Adds a decorator around the context that the actor sees. */
    public Props<M> withContextDecorator(ContextDecorator decorator) {
        return with(changed -> changed.middleware = changed.middleware.withDecorator(decorator));
    }

    /** Makes the instance for one life of an actor. */
    public Actor<M> newActor() {
        return Objects.requireNonNull(factory.get(), "the factory made no actor");
    }

    /** The factory of the actor's instances. */
    public Supplier<? extends Actor<M>> factory() {
        return factory;
    }

    /** The kind of mailbox. */
    public MailboxKind mailbox() {
        return settings.mailbox;
    }

    /** The listener of the mailbox, or null if there is none. */
    public @Nullable MailboxListener mailboxListener() {
        return settings.mailboxListener;
    }

    /** The actor's own dispatcher, or null if the system's dispatcher runs it. */
    public @Nullable Dispatcher dispatcher() {
        return settings.dispatcher;
    }

    /** The strategy for failed children. */
    public Supervision supervision() {
        return settings.supervision;
    }

    /** The most messages that the actor may put aside. */
    public int stash() {
        return settings.stash;
    }

    /** The middleware and context decorators of the actor. */
    public Middleware middleware() {
        return settings.middleware;
    }
}
