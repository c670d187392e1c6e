// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The recipe for an actor. Immutable: each {@code with} method returns a changed copy. One recipe may serve any number
 * of actors.
 *
 * @param <M> the messages that the actor understands
 */
public final class Props<M> {

    private final Supplier<? extends Actor<M>> factory;
    private final Mailboxes mailbox;
    private final @Nullable Dispatcher dispatcher;
    private final Supervision supervision;

    private Props(
            Supplier<? extends Actor<M>> factory,
            Mailboxes mailbox,
            @Nullable Dispatcher dispatcher,
            Supervision supervision) {
        this.factory = factory;
        this.mailbox = mailbox;
        this.dispatcher = dispatcher;
        this.supervision = supervision;
    }

    /**
     * An actor with an unbounded mailbox, on the system's dispatcher, that restarts children that fail.
     *
     * @param factory makes one new instance for each life, on the actor's own thread; what it throws is a failure of
     *     the actor
     */
    public static <M> Props<M> of(Supplier<? extends Actor<M>> factory) {
        return new Props<>(factory, Mailboxes.unbounded(), null, Supervision.DEFAULT);
    }

    /** Another mailbox. */
    public Props<M> withMailbox(Mailboxes mailbox) {
        return new Props<>(factory, mailbox, dispatcher, supervision);
    }

    /** Another dispatcher than the system's. */
    public Props<M> withDispatcher(Dispatcher dispatcher) {
        return new Props<>(factory, mailbox, dispatcher, supervision);
    }

    /** Says how this actor handles the failures of its children; its own failures are for its parent to handle. */
    public Props<M> withSupervision(Supervision supervision) {
        return new Props<>(factory, mailbox, dispatcher, supervision);
    }

    Actor<M> newActor() {
        return Objects.requireNonNull(factory.get(), "the factory made no actor");
    }

    Mailboxes mailbox() {
        return mailbox;
    }

    @Nullable Dispatcher dispatcher() {
        return dispatcher;
    }

    Supervision supervision() {
        return supervision;
    }
}
