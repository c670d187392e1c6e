// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import io.millrace.actor.DeadLetter.Reason;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One actor over all its lives, as others know it: its mailbox, its reference, its place in the tree. What happens to it
 * is the business of its {@link Lifecycle}.
 */
final class ActorCell<M> implements MailboxOwner {

    private final ActorSystem system;
    private final @Nullable ActorCell<?> parent;
    private final Props<M> props;
    private final String name;
    private final LocalRef<M> ref = new LocalRef<>(this);
    private final Mailbox mailbox;

    private final Lifecycle<M> lifecycle;

    private @Nullable Thread runner;
    private volatile @Nullable Children children;

    /** Belongs to the parent. */
    private @Nullable FailureHistory history;

    ActorCell(ActorSystem system, @Nullable ActorCell<?> parent, Props<M> props, String name) {
        this.system = system;
        this.parent = parent;
        this.props = props;
        this.name = name;
        this.mailbox = new Mailbox(this, UserQueue.of(props.mailbox()), new SystemMessage.Start());
        this.lifecycle = new Lifecycle<>(this, mailbox);
    }

    /** The top of a system's tree. */
    static ActorCell<Object> root(ActorSystem system, Supervision supervision) {
        Props<Object> props = Props.<Object>of(() -> (_, _) -> {}).withSupervision(supervision);
        ActorCell<Object> root = new ActorCell<>(system, null, props, "");
        root.children = new Children();
        root.mailbox.start();
        return root;
    }

    // What others may ask, on any thread.

    ActorSystem system() {
        return system;
    }

    @Nullable ActorCell<?> parent() {
        return parent;
    }

    String name() {
        return name;
    }

    LocalRef<M> ref() {
        return ref;
    }

    String path() {
        return parent == null ? "" : parent.path() + "/" + name;
    }

    Collection<ActorCell<?>> children() {
        Children now = children;
        return now == null ? List.of() : now.all();
    }

    <C> ActorRef<C> spawn(Props<C> childProps) {
        return begin(
                childrenToAddTo()
                        .add(childName -> new ActorCell<>(system, this, childProps, childName)));
    }

    <C> ActorRef<C> spawn(Props<C> childProps, String givenName) {
        return begin(
                childrenToAddTo()
                        .add(
                                givenName,
                                childName -> new ActorCell<>(system, this, childProps, childName)));
    }

    @Nullable Reason offer(M message) {
        if (system.isClosedToOutside() && !Inside.isInside()) {
            return Reason.SYSTEM_STOPPING;
        }
        return mailbox.offer(message);
    }

    /** Sends what the actor itself has asked for, which does not come from outside on whatever thread it comes. */
    void tellOwn(M message) {
        Reason refused = mailbox.offer(message);
        if (refused != null) {
            undelivered(message, refused);
        }
    }

    void offerControl(Control entry) {
        mailbox.offerControl(entry);
    }

    /** Sends a system message; false when the actor has ended. */
    boolean send(SystemMessage message) {
        return mailbox.send(message);
    }

    void stop() {
        mailbox.send(new SystemMessage.Stop());
    }

    void addWatcher(ActorCell<?> watcher) {
        if (!mailbox.send(new SystemMessage.Watch(watcher))) {
            watcher.offerControl(new Control.WatchedEnded(this));
        }
    }

    void removeWatcher(ActorCell<?> watcher) {
        mailbox.send(new SystemMessage.Unwatch(watcher));
    }

    /** Whether it has nothing to do and waits for nothing that it has begun. */
    boolean isQuiet() {
        return mailbox.isQuiet() && !lifecycle.awaitsReentry();
    }

    boolean isRunning() {
        return mailbox.isRunning();
    }

    int waitingMessages() {
        return mailbox.count();
    }

    boolean isRunByCurrentThread() {
        return Objects.equals(runner, Thread.currentThread());
    }

    // What the mailbox asks of its owner.

    @Override
    public Dispatcher dispatcher() {
        Dispatcher own = props.dispatcher();
        return own == null ? system.dispatcher() : own;
    }

    @Override
    public Dispatcher fallback() {
        return system.dispatcher();
    }

    @Override
    public long nanoTime() {
        return system.scheduler().nanoTime();
    }

    @Override
    public void runBy(@Nullable Thread thread) {
        runner = thread;
        system.noteRun();
    }

    @Override
    public void undelivered(Object entry, Reason reason) {
        if (entry instanceof Control.Reentry reentry) {
            system.deadLetter(new DeadLetter(ref, reentry.continuation(), Reason.ABANDONED));
        } else if (!(entry instanceof Control)) {
            system.deadLetter(new DeadLetter(ref, entry, reason));
        }
    }

    @Override
    public void process(Object entry) {
        lifecycle.process(entry);
    }

    @Override
    public void handle(SystemMessage message) {
        lifecycle.handle(message);
    }

    // What only the actor itself, or its parent, may ask.

    Props<M> props() {
        return props;
    }

    /** What the parent does about this actor's next failure; for the parent's thread. */
    Directive decide(Supervision supervision, Throwable cause) {
        FailureHistory failures = history;
        if (failures == null) {
            failures = new FailureHistory();
            history = failures;
        }
        return failures.decide(supervision, cause, nanoTime());
    }

    void tellChildren(SystemMessage message) {
        children().forEach(child -> child.send(message));
    }

    boolean hasChildren() {
        Children now = children;
        return now != null && !now.isEmpty();
    }

    void removeChild(ActorCell<?> child) {
        Children now = children;
        if (now != null) {
            now.remove(child);
        }
    }

    /** Lets no more children in. */
    void closeChildren() {
        Children now = children;
        if (now != null) {
            now.close();
        }
    }

    private <C> ActorRef<C> begin(ActorCell<C> child) {
        child.mailbox.start();
        return child.ref;
    }

    private Children childrenToAddTo() {
        Children now = children;
        if (now == null) {
            now = new Children();
            children = now;
        }
        return now;
    }
}
