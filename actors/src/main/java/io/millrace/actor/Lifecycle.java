// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import io.millrace.actor.DeadLetter.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lives of one actor, the phases that it goes through, and what it does about its children's failures. Everything
 * here is done by the one thread that runs the mailbox.
 */
final class Lifecycle<M> {

    private static final Logger log = LoggerFactory.getLogger(Lifecycle.class);

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

    private final ActorCell<M> cell;
    private final ActorSystem system;
    private final Mailbox mailbox;
    private final @Nullable ActorCell<?> parent;

    private Phase phase = Phase.NEW;
    private @Nullable Actor<M> actor;
    private CellContext<M> context;
    private @Nullable Set<ActorCell<?>> watchers;
    private @Nullable List<SystemMessage.ChildFailed> escalated;
    private int suspensionsByParent;

    Lifecycle(ActorCell<M> cell, Mailbox mailbox) {
        this.cell = cell;
        this.system = cell.system();
        this.mailbox = mailbox;
        this.parent = cell.parent();
        this.context = new CellContext<>(cell);
    }

    /** Whether the life waits for the result of work that it has begun. */
    boolean awaitsReentry() {
        return context.awaitsReentry();
    }

    /** Processes one entry of the user queue. */
    void process(Object entry) {
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

    /** Handles one system message. */
    void handle(SystemMessage message) {
        try {
            switch (message) {
                case SystemMessage.Start() -> start();
                case SystemMessage.Stop() -> stopNow();
                case SystemMessage.Suspend() -> suspendWithParent();
                case SystemMessage.Resume() -> resumeWithParent();
                case SystemMessage.GoOn() -> goOn();
                case SystemMessage.Restart(Throwable cause) -> restart(cause);
                case SystemMessage.ChildFailed childFailed -> supervise(childFailed);
                case SystemMessage.ChildEnded(ActorCell<?> child) -> forget(child);
                case SystemMessage.Watch(ActorCell<?> watcher) -> watchedBy(watcher);
                case SystemMessage.Unwatch(ActorCell<?> watcher) -> unwatchedBy(watcher);
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

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
                    cell.undelivered(reentry, Reason.ABANDONED);
                }
            }
            case Control.IdleCheck check -> {
                if (context.isDue(check.timeout())) {
                    receive(check.timeout().message());
                }
            }
        }
    }

    private void start() throws Exception {
        if (phase == Phase.NEW) {
            phase = Phase.ALIVE;
            if (parent != null) {
                system.listener().actorStarted(cell.ref());
            }
            beginLife();
        }
    }

    private void beginLife() throws Exception {
        Actor<M> fresh = cell.props().newActor();
        actor = fresh;
        fresh.started(context);
        context.begin();
    }

    private void fail(Throwable cause) {
        if (phase != Phase.ALIVE) {
            log.error("Actor {} failed while {}", cell.path(), phase, cause);
            return;
        }
        phase = Phase.FAILED;
        mailbox.suspend();
        cell.tellChildren(new SystemMessage.Suspend());
        system.listener().actorFailed(cell.ref(), cause);
        if (parent != null) {
            parent.send(new SystemMessage.ChildFailed(cell, cause, context.hasBegun()));
        }
    }

    private void suspendWithParent() {
        suspensionsByParent++;
        mailbox.suspend();
        cell.tellChildren(new SystemMessage.Suspend());
    }

    private void resumeWithParent() {
        if (suspensionsByParent > 0) {
            suspensionsByParent--;
            mailbox.resume();
            cell.tellChildren(new SystemMessage.Resume());
        }
    }

    private void goOn() {
        if (phase == Phase.FAILED) {
            phase = Phase.ALIVE;
            mailbox.resume();
            cell.tellChildren(new SystemMessage.Resume());
            resumeEscalated();
        }
    }

    private void resumeEscalated() {
        List<SystemMessage.ChildFailed> waiting = escalated;
        if (waiting != null) {
            escalated = null;
            waiting.forEach(failed -> apply(new Directive.Resume(), failed));
        }
    }

    private void restart(Throwable cause) throws Exception {
        if (phase != Phase.FAILED) {
            return;
        }
        phase = Phase.RESTARTING;
        if (actor != null) {
            runHook("restarting", () -> actorNow().restarting(cause, context));
        }
        context.end();
        actor = null;
        escalated = null;
        system.listener().actorRestarted(cell.ref(), cause);
        stopChildren();
    }

    private void beginAgain() throws Exception {
        phase = Phase.ALIVE;
        context = new CellContext<>(cell);
        mailbox.resume();
        beginLife();
    }

    private void stopNow() throws Exception {
        if (phase == Phase.STOPPING || phase == Phase.ENDED) {
            return;
        }
        phase = Phase.STOPPING;
        mailbox.close();
        if (actor != null) {
            runHook("stopping", () -> actorNow().stopping(context));
        }
        cell.closeChildren();
        stopChildren();
    }

    private void stopChildren() throws Exception {
        cell.tellChildren(new SystemMessage.Stop());
        goOnWithoutChildren();
    }

    private void forget(ActorCell<?> child) throws Exception {
        cell.removeChild(child);
        goOnWithoutChildren();
    }

    private void goOnWithoutChildren() throws Exception {
        if (cell.hasChildren()) {
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
            system.listener().actorStopped(cell.ref());
            parent.send(new SystemMessage.ChildEnded(cell));
        } else {
            system.rootEnded();
        }
        if (watchers != null) {
            watchers.forEach(watcher -> watcher.offerControl(new Control.WatchedEnded(cell)));
            watchers = null;
        }
    }

    private void supervise(SystemMessage.ChildFailed failed) {
        if (phase == Phase.ALIVE || phase == Phase.FAILED) {
            apply(failed.child().decide(cell.props().supervision(), failed.cause()), failed);
        }
    }

    private void apply(Directive decided, SystemMessage.ChildFailed failed) {
        ActorCell<?> child = failed.child();
        Throwable cause = failed.cause();
        Directive directive =
                decided instanceof Directive.Resume && !failed.begun()
                        ? child.decide(Supervision.DEFAULT, cause)
                        : decided;
        log.warn("Actor {} failed: {}", child.path(), directive, cause);
        switch (directive) {
            case Directive.Resume() -> child.send(new SystemMessage.GoOn());
            case Directive.Stop() -> child.stop();
            case Directive.Restart(var delay) -> restartLater(child, cause, delay);
            case Directive.Escalate() -> escalate(failed);
        }
    }

    private void restartLater(ActorCell<?> child, Throwable cause, Duration delay) {
        SystemMessage restart = new SystemMessage.Restart(cause);
        if (delay.isZero()) {
            child.send(restart);
        } else {
            var _ = system.scheduler().schedule(delay, () -> child.send(restart));
        }
    }

    private void escalate(SystemMessage.ChildFailed failed) {
        if (parent == null) {
            failed.child().stop();
            return;
        }
        if (escalated == null) {
            escalated = new ArrayList<>();
        }
        escalated.add(failed);
        if (phase == Phase.ALIVE) {
            fail(failed.cause());
        }
    }

    private Actor<M> actorNow() {
        return Objects.requireNonNull(actor);
    }

    private void runHook(String name, Hook hook) {
        try {
            hook.run();
        } catch (Throwable e) {
            log.warn("Actor {} failed in {}", cell.path(), name, e);
        }
    }

    private void watchedBy(ActorCell<?> watcher) {
        if (phase == Phase.ENDED) {
            watcher.offerControl(new Control.WatchedEnded(cell));
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
