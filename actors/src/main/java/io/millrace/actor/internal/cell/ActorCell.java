// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.cell;

import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.actor.Receive;
import io.millrace.actor.UndeliveredMessage;
import io.millrace.actor.UndeliveredMessage.Reason;
import io.millrace.actor.dispatcher.Dispatcher;
import io.millrace.actor.internal.delivery.Entry;
import io.millrace.actor.internal.delivery.MiddlewareChain;
import io.millrace.actor.internal.mailbox.ControlEntry;
import io.millrace.actor.internal.mailbox.Mailbox;
import io.millrace.actor.internal.mailbox.MailboxOwner;
import io.millrace.actor.internal.mailbox.UserQueue;
import io.millrace.actor.internal.supervision.Directive;
import io.millrace.actor.internal.supervision.FailureHistory;
import io.millrace.actor.internal.supervision.SupervisedChild;
import io.millrace.actor.internal.supervision.SupervisingParent;
import io.millrace.actor.internal.thread.ActorThread;
import io.millrace.actor.supervision.Supervision;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One actor over all its lives, as the rest of the library knows it: its mailbox, its reference, its place in the
 * tree. Its {@link Lifecycle} handles what the mailbox hands out.
 */
public final class ActorCell<M>
        implements MailboxOwner<SystemMessage>, SupervisedChild, SupervisingParent {

    private final SystemServices services;
    private final @Nullable ActorCell<?> parent;
    private final Props<M> props;
    private final String name;
    private final CellRef<M> ref;
    private final Mailbox<SystemMessage> mailbox;

    private final Lifecycle<M> lifecycle;

    private @Nullable Thread runner;
    private volatile @Nullable Children<ActorCell<?>> children;

    /** Only for the parent's thread. */
    private @Nullable FailureHistory history;

    ActorCell(SystemServices services, @Nullable ActorCell<?> parent, Props<M> props, String name) {
        this.services = services;
        this.parent = parent;
        this.props = props;
        this.name = name;
        UserQueue queue = UserQueue.of(props.mailbox(), props.mailboxListener());
        this.mailbox = new Mailbox<>(this, queue, SystemMessage.START);
        this.lifecycle = new Lifecycle<>(this);
        RouterPlan<M> router = RouterPlan.of(props);
        this.ref = router == null ? new LocalRef<>(this) : router.newRef(this);
        if (router != null) {
            mailbox.hold();
        }
    }

    /** Makes the top of a system's tree, which has no reference that actors could see. */
    public static ActorCell<Object> root(SystemServices services, Supervision supervision) {
        Props<Object> props = Props.<Object>of(() -> (_, _) -> {}).withSupervision(supervision);
        ActorCell<Object> root = new ActorCell<>(services, null, props, "");
        root.children = new Children<>();
        root.mailbox.start();
        return root;
    }

    // For any thread.

    /** What the cell shares with all cells of its system. */
    public SystemServices services() {
        return services;
    }

    @Nullable ActorCell<?> parent() {
        return parent;
    }

    @Override
    public boolean isRoot() {
        return parent == null;
    }

    String name() {
        return name;
    }

    /** The actor's reference. */
    public CellRef<M> ref() {
        return ref;
    }

    Mailbox<SystemMessage> mailbox() {
        return mailbox;
    }

    @Override
    public String path() {
        return parent == null ? "" : parent.path() + "/" + name;
    }

    @Override
    public Collection<ActorCell<?>> children() {
        Children<ActorCell<?>> now = children;
        return now == null ? List.of() : now.all();
    }

    /** This cell and all cells below it that have not ended, parents before children. */
    public List<ActorCell<?>> withDescendants() {
        List<ActorCell<?>> found = new ArrayList<>();
        Deque<ActorCell<?>> open = new ArrayDeque<>();
        for (ActorCell<?> cell = this; cell != null; cell = open.poll()) {
            found.add(cell);
            open.addAll(cell.children());
        }
        return found;
    }

    /** Makes and starts a child with a generated name. */
    public <C> ActorRef<C> spawn(Props<C> childProps) {
        return begin(make(childProps));
    }

    /** Makes a child with a generated name that does not start yet. */
    public <C> ActorCell<C> make(Props<C> childProps) {
        Props<C> changed = beforeSpawn(null, childProps);
        return childrenToAddTo().addPrefixed("$", childName -> child(changed, childName));
    }

    /** Makes and starts a child of a given name. */
    public <C> ActorRef<C> spawn(Props<C> childProps, String givenName) {
        Children.checkName(givenName);
        Props<C> changed = beforeSpawn(givenName, childProps);
        return begin(childrenToAddTo().addNamed(givenName, childName -> child(changed, childName)));
    }

    /** Makes and starts a child whose name is a prefix and a generated number. */
    public <C> ActorRef<C> spawnPrefixed(Props<C> childProps, String prefix) {
        Children.checkName(prefix);
        Props<C> changed = beforeSpawn(prefix, childProps);
        return begin(childrenToAddTo().addPrefixed(prefix, childName -> child(changed, childName)));
    }

    private <C> Props<C> beforeSpawn(@Nullable String givenName, Props<C> childProps) {
        return MiddlewareChain.beforeSpawn(props.middleware(), path(), givenName, childProps);
    }

    private <C> ActorCell<C> child(Props<C> childProps, String childName) {
        return new ActorCell<>(services, this, childProps, childName);
    }

    /** Puts a message or an envelope into the mailbox; returns the reason if it was refused, else null. */
    public @Nullable Reason offer(Object entry) {
        return refusesSender() ? Reason.SYSTEM_STOPPING : mailbox.offer(entry);
    }

    /** True if the system is stopping and the current thread runs no actor. */
    public boolean refusesSender() {
        return services.isClosedToOutside() && !ActorThread.isCurrent();
    }

    /** Sends a message that the actor itself has scheduled; it counts as a message from inside on any thread. */
    void tellScheduled(M message) {
        Reason refused = mailbox.offer(message);
        if (refused != null) {
            undelivered(message, refused);
        }
    }

    /** Puts a control entry into the mailbox. */
    public void offerControl(CellEntry entry) {
        mailbox.offerControl(entry);
    }

    /** Sends a system message; it is ignored if the actor has ended. */
    void send(SystemMessage message) {
        var _ = mailbox.send(message);
    }

    @Override
    public void stop() {
        send(SystemMessage.STOP);
    }

    /** Stops the actor once it has processed all entries now in its mailbox. */
    public void poison() {
        offerControl(new CellEntry.Poison());
    }

    @Override
    public void resumeAfterFailure() {
        send(new SystemMessage.ResumeAfterFailure());
    }

    @Override
    public void restart(Throwable cause) {
        send(new SystemMessage.Restart(cause));
    }

    @Override
    public void restartWithSibling(Throwable cause) {
        send(new SystemMessage.RestartWithSibling(cause));
    }

    /** True if the actor has ended. */
    public boolean hasEnded() {
        return mailbox.hasEnded();
    }

    /** Holds messages back until an awaited stage has completed. Only for the actor's own thread. */
    void holdMessages() {
        mailbox.suspend();
    }

    /** Runs the continuation of an awaited stage that has completed, on any thread. */
    void endAwait(CellEntry.Reentry reentry) {
        if (!mailbox.send(new SystemMessage.Awaited(reentry))) {
            undelivered(reentry, Reason.ABANDONED);
        }
    }

    /** Lets entries be processed before all waiting ones. Only for the actor's own thread. */
    void processFirst(@Nullable Deque<Object> entries) {
        mailbox.putFirst(entries);
    }

    Receive<M> become(Receive<M> behavior) {
        return lifecycle.become(behavior);
    }

    void addWatcher(ActorCell<?> watcher) {
        if (!mailbox.send(new SystemMessage.Watch(watcher))) {
            watcher.offerControl(new CellEntry.WatchedEnded(this));
        }
    }

    void removeWatcher(ActorCell<?> watcher) {
        send(new SystemMessage.Unwatch(watcher));
    }

    /** True if the actor has nothing to do and waits for no stage, at some moment during the call. */
    public boolean isQuiet() {
        return mailbox.isQuiet() && ref.waitingMessages() == 0 && !lifecycle.waitsForWork();
    }

    /** True if a thread runs the actor now. */
    public boolean isRunning() {
        return mailbox.isRunning();
    }

    /** The approximate number of waiting messages. */
    public int waitingMessages() {
        return mailbox.count() + ref.waitingMessages();
    }

    /** The approximate amount of work: see {@link Mailbox#load}. */
    public int load(int limit) {
        return mailbox.load(limit);
    }

    boolean isRunByCurrentThread() {
        return Objects.equals(runner, Thread.currentThread());
    }

    // For the mailbox.

    @Override
    public Dispatcher dispatcher() {
        Dispatcher own = props.dispatcher();
        return own == null ? services.dispatcher() : own;
    }

    @Override
    public Dispatcher fallback() {
        return services.dispatcher();
    }

    @Override
    public long nanoTime() {
        return services.scheduler().nanoTime();
    }

    @Override
    public boolean timesRun() {
        return services.timesRun();
    }

    @Override
    public void ran(int messages, long nanos) {
        services.listener().ran(ref, messages, nanos);
    }

    @Override
    public void runBy(@Nullable Thread thread) {
        runner = thread;
        services.noteRun();
    }

    @Override
    public void undelivered(Object entry, Reason reason) {
        if (entry instanceof CellEntry.Reentry reentry) {
            services.deadLetter(
                    new UndeliveredMessage(ref, reentry.continuation(), Reason.ABANDONED));
        } else if (!(entry instanceof ControlEntry)) {
            services.deadLetter(new UndeliveredMessage(ref, Entry.messageOf(entry), reason));
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

    // For the actor itself and its parent.

    Props<M> props() {
        return props;
    }

    @Override
    public Supervision supervision() {
        return props.supervision();
    }

    @Override
    public void runAfter(Duration delay, Runnable task) {
        var _ = services.scheduler().schedule(delay, task);
    }

    @Override
    public Directive decide(Supervision supervision, Throwable cause) {
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

    /** True if a child has not ended. */
    public boolean hasChildren() {
        Children<ActorCell<?>> now = children;
        return now != null && !now.isEmpty();
    }

    void removeChild(ActorCell<?> child) {
        Children<ActorCell<?>> now = children;
        if (now != null) {
            now.remove(child.name(), child);
        }
    }

    /** Refuses further children. */
    void closeChildren() {
        Children<ActorCell<?>> now = children;
        if (now != null) {
            now.close();
        }
    }

    private static <C> ActorRef<C> begin(ActorCell<C> child) {
        if (child.ref instanceof LocalRef<C>) {
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

    private Children<ActorCell<?>> childrenToAddTo() {
        Children<ActorCell<?>> now = children;
        if (now == null) {
            now = new Children<>();
            children = now;
        }
        return now;
    }
}
