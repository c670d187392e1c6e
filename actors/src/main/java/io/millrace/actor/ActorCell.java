// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import io.millrace.actor.DeadLetter.Reason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
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
    private final Ref<M> ref;
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
        this.mailbox = new Mailbox(this, UserQueue.of(props), SystemMessage.START);
        this.lifecycle = new Lifecycle<>(this);
        RouterPlan<M> router = props.router();
        this.ref = router == null ? new LocalRef<>(this) : router.newRef(this);
        if (router != null) {
            mailbox.hold();
        }
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

    Ref<M> ref() {
        return ref;
    }

    Mailbox mailbox() {
        return mailbox;
    }

    String path() {
        return parent == null ? "" : parent.path() + "/" + name;
    }

    Collection<ActorCell<?>> children() {
        Children now = children;
        return now == null ? List.of() : now.all();
    }

    /** Itself and all below it that have not ended, parents before children. */
    List<ActorCell<?>> withDescendants() {
        List<ActorCell<?>> found = new ArrayList<>();
        Deque<ActorCell<?>> open = new ArrayDeque<>();
        for (ActorCell<?> cell = this; cell != null; cell = open.poll()) {
            found.add(cell);
            open.addAll(cell.children());
        }
        return found;
    }

    <C> ActorRef<C> spawn(Props<C> childProps) {
        return begin(make(childProps));
    }

    /** Makes a child that does not begin yet. */
    <C> ActorCell<C> make(Props<C> childProps) {
        Props<C> changed = beforeSpawn(null, childProps);
        return childrenToAddTo().add("$", childName -> child(changed, childName));
    }

    <C> ActorRef<C> spawn(Props<C> childProps, String givenName) {
        Children.checkName(givenName);
        Props<C> changed = beforeSpawn(givenName, childProps);
        return begin(childrenToAddTo().addNamed(givenName, childName -> child(changed, childName)));
    }

    <C> ActorRef<C> spawnPrefixed(Props<C> childProps, String prefix) {
        Children.checkName(prefix);
        Props<C> changed = beforeSpawn(prefix, childProps);
        return begin(childrenToAddTo().add(prefix, childName -> child(changed, childName)));
    }

    private <C> Props<C> beforeSpawn(@Nullable String givenName, Props<C> childProps) {
        return props.around().beforeSpawn(path(), givenName, childProps);
    }

    private <C> ActorCell<C> child(Props<C> childProps, String childName) {
        return new ActorCell<>(system, this, childProps, childName);
    }

    /** Takes a message or an envelope in; returns why it cannot, or null. */
    @Nullable Reason offer(Object entry) {
        if (system.isClosedToOutside() && !Inside.isInside()) {
            return Reason.SYSTEM_STOPPING;
        }
        return mailbox.offer(entry);
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
        mailbox.send(SystemMessage.STOP);
    }

    /** Ends it when it has processed all that is in its mailbox now. */
    void poison() {
        offerControl(new Control.Poison());
    }

    boolean hasEnded() {
        return mailbox.hasEnded();
    }

    /** Holds the messages back, for the actor's own thread. */
    void holdMessages() {
        mailbox.suspend();
    }

    /** Brings what the actor awaits, on whatever thread. */
    void endAwait(Control.Reentry reentry) {
        if (!mailbox.send(new SystemMessage.Awaited(reentry))) {
            undelivered(reentry, Reason.ABANDONED);
        }
    }

    /** Lets messages be processed before those that wait, for the actor's own thread. */
    void processFirst(@Nullable Deque<Object> entries) {
        mailbox.putFirst(entries);
    }

    Receive<M> become(Receive<M> behavior) {
        return lifecycle.become(behavior);
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
        return mailbox.isQuiet() && ref.waitingMessages() == 0 && !lifecycle.waitsForWork();
    }

    boolean isRunning() {
        return mailbox.isRunning();
    }

    int waitingMessages() {
        return mailbox.count() + ref.waitingMessages();
    }

    /** How much it has to do: see {@link Mailbox#load}. */
    int load(int limit) {
        return mailbox.load(limit);
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
    public boolean timesRun() {
        return system.timesRun();
    }

    @Override
    public void ran(int messages, long nanos) {
        system.listener().ran(ref, messages, nanos);
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
            system.deadLetter(new DeadLetter(ref, Envelope.messageOf(entry), reason));
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

    private static <C> ActorRef<C> begin(ActorCell<C> child) {
        if (child.props.router() == null) {
            child.mailbox.start();
        } else {
            beginRouter(child);
        }
        return child.ref;
    }

    private static void beginRouter(ActorCell<?> router) {
        List<ActorCell<?>> routees = new ArrayList<>();
        try {
            router.ref.makeRoutees(routees::add);
        } catch (RuntimeException e) {
            router.stop();
            throw e;
        } finally {
            router.mailbox.release();
            routees.forEach(ActorCell::begin);
        }
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
