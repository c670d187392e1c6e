// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import io.millrace.actor.DeadLetter.Reason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One actor over all its lives: its mailbox, its place in the tree, and the phases that it goes through. Everything but
 * the sending is done by the one thread that runs the mailbox.
 */
final class ActorCell<M> implements MailboxOwner {

    private static final Logger log = LoggerFactory.getLogger(ActorCell.class);

    private enum Phase {
        /** Made; has not run yet. */
        NEW,
        /** Processes messages, or is about to. */
        ALIVE,
        /** Has failed, and waits for its parent's decision. */
        FAILED,
        /** Waits for the children of its last life to end. */
        RESTARTING,
        /** Waits for its children to end. */
        STOPPING,
        /** Has ended. */
        ENDED
    }

    private final ActorSystem system;
    private final @Nullable ActorCell<?> parent;
    private final Props<M> props;
    private final String name;
    private final LocalRef<M> ref = new LocalRef<>(this);
    private final Mailbox mailbox;

    private Phase phase = Phase.NEW;
    private @Nullable Actor<M> actor;
    private CellContext<M> context = new CellContext<>(this);
    private @Nullable Thread runner;
    private volatile @Nullable Children children;
    private @Nullable Set<ActorCell<?>> watchers;
    private @Nullable List<ActorCell<?>> escalated;
    private @Nullable Throwable failure;
    private int suspensionsByParent;

    /** Belongs to the parent. */
    private @Nullable FailureHistory history;

    ActorCell(ActorSystem system, @Nullable ActorCell<?> parent, Props<M> props, String name) {
        this.system = system;
        this.parent = parent;
        this.props = props;
        this.name = name;
        this.mailbox = new Mailbox(this, UserQueue.of(props.mailbox()), new SystemMessage.Start());
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
        return mailbox.isQuiet() && !context.awaitsReentry();
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
        try {
            if (entry instanceof Control control) {
                processControl(control);
            } else {
                context.noteMessage();
                receive(entry);
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    @Override
    public void handle(SystemMessage message) {
        try {
            switch (message) {
                case SystemMessage.Start() -> start();
                case SystemMessage.Stop() -> stopNow();
                case SystemMessage.Suspend() -> suspendWithParent();
                case SystemMessage.Resume() -> resumeWithParent();
                case SystemMessage.GoOn() -> goOn();
                case SystemMessage.Restart(Throwable cause) -> restart(cause);
                case SystemMessage.ChildFailed(ActorCell<?> child, Throwable cause) ->
                        supervise(child, cause);
                case SystemMessage.ChildEnded(ActorCell<?> child) -> forget(child);
                case SystemMessage.Watch(ActorCell<?> watcher) -> watchedBy(watcher);
                case SystemMessage.Unwatch(ActorCell<?> watcher) -> unwatchedBy(watcher);
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    // Messages.

    @SuppressWarnings("unchecked") // only an ActorRef<M> puts messages in
    private void receive(Object message) throws Exception {
        if (actor != null) {
            actor.receive((M) message, context);
        }
    }

    private void processControl(Control control) throws Exception {
        switch (control) {
            case Control.Poison _ -> stopNow();
            case Control.WatchedEnded ended -> {
                if (actor != null && context.stopsWatching(ended.watched())) {
                    actor.terminated(ended.watched().ref(), context);
                }
            }
            case Control.Reentry reentry -> {
                if (reentry.context() == context) {
                    context.noteReentry();
                    reentry.run();
                } else {
                    undelivered(reentry, Reason.ABANDONED);
                }
            }
            case Control.IdleCheck check -> {
                if (context.isDue(check.timeout())) {
                    receive(check.timeout().message());
                }
            }
        }
    }

    // Beginning, failing, beginning again.

    private void start() throws Exception {
        if (phase == Phase.NEW) {
            phase = Phase.ALIVE;
            if (parent != null) {
                system.listener().actorStarted(ref);
            }
            beginLife();
        }
    }

    private void beginLife() throws Exception {
        Actor<M> fresh = props.newActor();
        actor = fresh;
        fresh.started(context);
        context.begin();
    }

    private void fail(Throwable cause) {
        if (phase != Phase.ALIVE) {
            log.error("Actor {} failed while {}", path(), phase, cause);
            return;
        }
        phase = Phase.FAILED;
        failure = cause;
        mailbox.suspend();
        tellChildren(new SystemMessage.Suspend());
        system.listener().actorFailed(ref, cause);
        if (parent != null) {
            parent.mailbox.send(new SystemMessage.ChildFailed(this, cause));
        }
    }

    private void suspendWithParent() {
        suspensionsByParent++;
        mailbox.suspend();
        tellChildren(new SystemMessage.Suspend());
    }

    private void resumeWithParent() {
        if (suspensionsByParent > 0) {
            suspensionsByParent--;
            mailbox.resume();
            tellChildren(new SystemMessage.Resume());
        }
    }

    private void goOn() throws Exception {
        Throwable cause = failure;
        if (phase != Phase.FAILED || cause == null) {
            return;
        }
        if (!context.hasBegun()) {
            restart(cause);
            return;
        }
        phase = Phase.ALIVE;
        failure = null;
        mailbox.resume();
        tellChildren(new SystemMessage.Resume());
        resumeEscalated();
    }

    private void resumeEscalated() {
        if (escalated != null) {
            escalated.forEach(child -> child.mailbox.send(new SystemMessage.GoOn()));
            escalated = null;
        }
    }

    private void restart(Throwable cause) throws Exception {
        if (phase != Phase.FAILED) {
            return;
        }
        phase = Phase.RESTARTING;
        failure = null;
        if (actor != null) {
            runHook("restarting", () -> actorNow().restarting(cause, context));
        }
        context.end();
        actor = null;
        escalated = null;
        system.listener().actorRestarted(ref, cause);
        stopChildren();
    }

    private void beginAgain() throws Exception {
        phase = Phase.ALIVE;
        context = new CellContext<>(this);
        mailbox.resume();
        beginLife();
    }

    // Ending.

    private void stopNow() throws Exception {
        if (phase == Phase.STOPPING || phase == Phase.ENDED) {
            return;
        }
        phase = Phase.STOPPING;
        mailbox.close();
        if (actor != null) {
            runHook("stopping", () -> actorNow().stopping(context));
        }
        Children now = children;
        if (now != null) {
            now.close();
        }
        stopChildren();
    }

    private void stopChildren() throws Exception {
        tellChildren(new SystemMessage.Stop());
        goOnWithoutChildren();
    }

    private void forget(ActorCell<?> child) throws Exception {
        Children now = children;
        if (now != null) {
            now.remove(child);
        }
        goOnWithoutChildren();
    }

    private void goOnWithoutChildren() throws Exception {
        Children now = children;
        if (now != null && !now.isEmpty()) {
            return;
        }
        if (phase == Phase.RESTARTING) {
            beginAgain();
        } else if (phase == Phase.STOPPING) {
            end();
        }
    }

    private void end() {
        phase = Phase.ENDED;
        if (actor != null) {
            runHook("stopped", () -> actorNow().stopped(context));
        }
        context.end();
        actor = null;
        mailbox.closeSystem();
        if (parent != null) {
            system.listener().actorStopped(ref);
            parent.mailbox.send(new SystemMessage.ChildEnded(this));
        } else {
            system.rootEnded();
        }
        if (watchers != null) {
            watchers.forEach(watcher -> watcher.offerControl(new Control.WatchedEnded(this)));
            watchers = null;
        }
    }

    // Others.

    private void supervise(ActorCell<?> child, Throwable cause) {
        if (phase != Phase.ALIVE && phase != Phase.FAILED) {
            return;
        }
        if (child.history == null) {
            child.history = new FailureHistory();
        }
        Directive directive = child.history.decide(props.supervision(), cause, nanoTime());
        log.warn("Actor {} failed: {}", child.path(), directive, cause);
        switch (directive) {
            case Directive.Resume() -> child.mailbox.send(new SystemMessage.GoOn());
            case Directive.Stop() -> child.stop();
            case Directive.Restart(var delay) -> {
                SystemMessage restart = new SystemMessage.Restart(cause);
                if (delay.isZero()) {
                    child.mailbox.send(restart);
                } else {
                    var _ = system.scheduler().schedule(delay, () -> child.mailbox.send(restart));
                }
            }
            case Directive.Escalate() -> escalate(child, cause);
        }
    }

    private void escalate(ActorCell<?> child, Throwable cause) {
        if (parent == null) {
            child.stop();
            return;
        }
        if (escalated == null) {
            escalated = new ArrayList<>();
        }
        escalated.add(child);
        if (phase == Phase.ALIVE) {
            fail(cause);
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

    private void tellChildren(SystemMessage message) {
        children().forEach(child -> child.mailbox.send(message));
    }

    private Actor<M> actorNow() {
        return Objects.requireNonNull(actor);
    }

    private void runHook(String name, Hook hook) {
        try {
            hook.run();
        } catch (Throwable e) {
            log.warn("Actor {} failed in {}", path(), name, e);
        }
    }

    private void watchedBy(ActorCell<?> watcher) {
        if (phase == Phase.ENDED) {
            watcher.offerControl(new Control.WatchedEnded(this));
            return;
        }
        if (watchers == null) {
            watchers = new HashSet<>();
        }
        watchers.add(watcher);
    }

    private void unwatchedBy(ActorCell<?> watcher) {
        if (watchers != null) {
            watchers.remove(watcher);
        }
    }

    /** A callback whose failure changes nothing. */
    @FunctionalInterface
    private interface Hook {
        void run() throws Exception;
    }
}
