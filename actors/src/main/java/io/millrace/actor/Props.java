// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The recipe for an actor. Immutable: each {@code with} method returns a changed copy. One recipe may serve any number
 * of actors.
 *
 * @param <M> the messages that the actor understands
 */
public final class Props<M> {

    /** How many messages an actor may put aside, if {@link #withStash} says nothing else. */
    public static final int DEFAULT_STASH = 1_000;

    private final Supplier<? extends Actor<M>> factory;
    private final Settings settings;
    private final @Nullable RouterPlan<M> router;

    /** All but what the actor does. Changed only until its recipe is made. */
    private static final class Settings {

        /** Shared: whoever wants others changes a copy. */
        static final Settings DEFAULT = new Settings();

        private Mailboxes mailbox = Mailboxes.unbounded();
        private @Nullable MailboxListener mailboxListener;
        private @Nullable Dispatcher dispatcher;
        private Supervision supervision = Supervision.DEFAULT;
        private int stash = DEFAULT_STASH;
        private Around around = Around.NOTHING;

        Settings copy() {
            Settings copy = new Settings();
            copy.mailbox = mailbox;
            copy.mailboxListener = mailboxListener;
            copy.dispatcher = dispatcher;
            copy.supervision = supervision;
            copy.stash = stash;
            copy.around = around;
            return copy;
        }
    }

    private Props(
            Supplier<? extends Actor<M>> factory,
            Settings settings,
            @Nullable RouterPlan<M> router) {
        this.factory = factory;
        this.settings = settings;
        this.router = router;
    }

    /**
     * An actor with an unbounded mailbox, on the system's dispatcher, that restarts children that fail.
     *
     * @param factory makes one new instance for each life, on the actor's own thread; what it throws is a failure of
     *     the actor
     */
    public static <M> Props<M> of(Supplier<? extends Actor<M>> factory) {
        return new Props<>(factory, Settings.DEFAULT, null);
    }

    /** An actor that is a function, as {@link #of} else. All lives share the function, so it should have no state. */
    public static <M> Props<M> ofFunction(Receive<M> function) {
        Actor<M> actor = function::receive;
        return of(() -> actor);
    }

    /** What {@link Routers} makes. */
    static <M> Props<M> ofRouter(RouterPlan<M> plan) {
        return new Props<>(plan::newActor, Settings.DEFAULT, plan);
    }

    private Props<M> with(Consumer<Settings> change) {
        Settings changed = settings.copy();
        change.accept(changed);
        return new Props<>(factory, changed, router);
    }

    /** Another mailbox. */
    public Props<M> withMailbox(Mailboxes mailbox) {
        return with(changed -> changed.mailbox = mailbox);
    }

    /** Somebody who hears of the mailbox; it serves all actors that are made from this recipe. */
    public Props<M> withMailboxListener(MailboxListener listener) {
        return with(changed -> changed.mailboxListener = listener);
    }

    /** Another dispatcher than the system's. */
    public Props<M> withDispatcher(Dispatcher dispatcher) {
        return with(changed -> changed.dispatcher = dispatcher);
    }

    /** Says how this actor handles the failures of its children; its own failures are for its parent to handle. */
    public Props<M> withSupervision(Supervision supervision) {
        return with(changed -> changed.supervision = supervision);
    }

    /**
     * How many messages the actor may {@linkplain ActorContext#stash put aside}.
     *
     * @param capacity 0 or more
     */
    public Props<M> withStash(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("capacity must not be negative, not " + capacity);
        }
        return with(changed -> changed.stash = capacity);
    }

    /** One more around the processing of each message. */
    public Props<M> withReceiveMiddleware(ReceiveMiddleware middleware) {
        return with(changed -> changed.around = changed.around.withReceive(middleware));
    }

    /** One more around what the actor sends through its context. */
    public Props<M> withSendMiddleware(SendMiddleware middleware) {
        return with(changed -> changed.around = changed.around.withSend(middleware));
    }

    /** One more that sees the children that the actor makes. */
    public Props<M> withSpawnMiddleware(SpawnMiddleware middleware) {
        return with(changed -> changed.around = changed.around.withSpawn(middleware));
    }

    /** One more around the context that the actor sees. */
    public Props<M> withContextDecorator(ContextDecorator decorator) {
        return with(changed -> changed.around = changed.around.withDecorator(decorator));
    }

    Actor<M> newActor() {
        return Objects.requireNonNull(factory.get(), "the factory made no actor");
    }

    @Nullable RouterPlan<M> router() {
        return router;
    }

    Mailboxes mailbox() {
        return settings.mailbox;
    }

    @Nullable MailboxListener mailboxListener() {
        return settings.mailboxListener;
    }

    @Nullable Dispatcher dispatcher() {
        return settings.dispatcher;
    }

    Supervision supervision() {
        return settings.supervision;
    }

    int stash() {
        return settings.stash;
    }

    Around around() {
        return settings.around;
    }
}
