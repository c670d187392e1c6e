// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.cell;

import io.millrace.actor.Actor;
import io.millrace.actor.ActorContext;
import io.millrace.actor.AutoAnswer;
import io.millrace.actor.Envelope;
import io.millrace.actor.Middleware;
import io.millrace.actor.Receive;
import io.millrace.actor.UndeliveredMessage.Reason;
import io.millrace.actor.internal.delivery.Entry;
import io.millrace.actor.internal.delivery.MiddlewareChain;
import io.millrace.actor.internal.mailbox.Mailbox;
import io.millrace.actor.internal.supervision.ChildFailure;
import io.millrace.actor.internal.supervision.Supervisor;
import io.millrace.actor.mailbox.MailboxListener;
import java.util.Deque;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lives of one actor: handles its entries and system messages phase by phase. Only for the one thread that runs
 * the actor's mailbox; that thread may change from run to run.
 */
final class Lifecycle<M> {

    private static final Logger log = LoggerFactory.getLogger(Lifecycle.class);

    private enum Phase {
        /** Made, and not started yet. */
        NEW,
        /** Processes messages, or is about to. */
        ALIVE,
        /** Has failed and waits for its parent's decision. */
        FAILED,
        /** Waits for the children of its last life to end. */
        RESTARTING,
        /** Waits for its children to end. */
        STOPPING,
        /** Has ended. */
        ENDED
    }

    private final ActorCell<M> cell;

    private Phase phase = Phase.NEW;
    private @Nullable Actor<M> actor;
    private CellContext<M> context;

    /** The context as the actor sees it. */
    private ActorContext<M> shown;

    /** The current behaviour with the receive middleware around it; null outside a life. */
    private @Nullable Receive<M> receive;

    /** The current behaviour without middleware. */
    private @Nullable Receive<M> behavior;

    private @Nullable Set<ActorCell<?>> watchers;

    /** Made at the first failure of a child. */
    private @Nullable Supervisor supervisor;

    private int suspensionsByParent;

    Lifecycle(ActorCell<M> cell) {
        this.cell = cell;
        this.context = new CellContext<>(cell);
        this.shown = context;
    }

    /** True if the life waits for the completion of a stage. */
    boolean waitsForWork() {
        return context.waitsForWork();
    }

    /** Replaces the behaviour; returns the former one. */
    Receive<M> become(Receive<M> next) {
        Receive<M> former = Objects.requireNonNull(behavior);
        use(next);
        return former;
    }

    private void use(Receive<M> next) {
        Objects.requireNonNull(next, "behavior");
        Middleware middleware = cell.props().middleware();
        behavior = next;
        receive =
                middleware.onReceive().isEmpty()
                        ? next
                        : (_, _) -> receiveThrough(middleware, next);
    }

    private void receiveThrough(Middleware middleware, Receive<M> next) throws Exception {
        Envelope envelope = Entry.envelopeOf(Objects.requireNonNull(context.current()));
        MiddlewareChain.receive(
                middleware,
                envelope,
                shown,
                changed -> {
                    context.setCurrent(changed);
                    receiveBy(next, changed.message());
                });
    }

    /** Processes one entry of the user queue. */
    void process(Object entry) {
        try {
            if (entry instanceof CellEntry control) {
                processControl(control);
            } else {
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
                case SystemMessage.Awaited(CellEntry.Reentry reentry) -> endAwait(reentry);
                case SystemMessage.Start() -> start();
                case SystemMessage.Stop() -> stopNow();
                case SystemMessage.SuspendWithParent() -> suspendWithParent();
                case SystemMessage.ResumeWithParent() -> resumeWithParent();
                case SystemMessage.ResumeAfterFailure() -> resumeAfterFailure();
                case SystemMessage.Restart(Throwable cause) -> restart(cause);
                case SystemMessage.RestartWithSibling(Throwable cause) -> restartWithSibling(cause);
                case SystemMessage.ChildFailed(ChildFailure failure) -> supervise(failure);
                case SystemMessage.ChildEnded(ActorCell<?> child) -> removeChild(child);
                case SystemMessage.Watch(ActorCell<?> watcher) -> watchedBy(watcher);
                case SystemMessage.Unwatch(ActorCell<?> watcher) -> unwatchedBy(watcher);
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    private void receive(Object entry) throws Exception {
        Receive<M> now = Objects.requireNonNull(receive, "no life to receive it");
        context.beginMessage(entry);
        try {
            if (entry instanceof Envelope envelope) {
                receiveBy(now, envelope.message());
                answer(envelope);
            } else {
                receiveBy(now, entry);
            }
        } finally {
            context.clearCurrent();
        }
    }

    @SuppressWarnings("unchecked") // messages come through an ActorRef<M>, or unchecked as answers
    private void receiveBy(Receive<M> function, Object message) throws Exception {
        function.receive((M) message, shown);
    }

    private void answer(Envelope envelope) {
        if (envelope.sender() != null && envelope.message() instanceof AutoAnswer automatic) {
            context.setCurrent(envelope);
            context.respond(automatic.answer());
        }
    }

    private void processControl(CellEntry control) throws Exception {
        switch (control) {
            case CellEntry.Call call -> call.run();
            case CellEntry.Fetch fetch -> processFetched(fetch);
            case CellEntry.Poison _ -> {
                if (!cell.ref().poisonRoutees()) {
                    stopNow();
                }
            }
            case CellEntry.WatchedEnded ended -> {
                if (actor != null && context.stopWatching(ended.watched())) {
                    actor.terminated(ended.watched().ref(), shown);
                }
            }
            case CellEntry.Reentry reentry -> {
                if (reentry.context() == context) {
                    context.noteReentry();
                    reentry.run();
                } else {
                    cell.undelivered(reentry, Reason.ABANDONED);
                }
            }
            case ReceiveTimeout timeout -> {
                if (context.isDue(timeout)) {
                    receive(timeout.message());
                }
            }
        }
    }

    private void processFetched(CellEntry.Fetch fetch) throws Exception {
        Object entry = fetch.fetch();
        if (entry == null) {
            return;
        }
        boolean failed = true;
        try {
            receive(entry);
            failed = false;
        } finally {
            fetch.processed(failed);
        }
    }

    private void endAwait(CellEntry.Reentry reentry) {
        if (reentry.context() == context && !context.hasEnded()) {
            context.noteAwait();
            mailbox().putFirst(reentry);
            mailbox().resume();
        } else {
            cell.undelivered(reentry, Reason.ABANDONED);
        }
    }

    private void start() throws Exception {
        if (phase == Phase.NEW) {
            phase = Phase.ALIVE;
            if (cell.parent() != null) {
                services().listener().actorStarted(cell.ref());
            }
            MailboxListener listener = cell.props().mailboxListener();
            if (listener != null) {
                listener.started();
            }
            beginLife();
        }
    }

    private void beginLife() throws Exception {
        Actor<M> instance = cell.props().newActor();
        actor = instance;
        shown = MiddlewareChain.decorate(cell.props().middleware(), context);
        use(instance);
        instance.started(shown);
        context.noteStarted();
    }

    private void fail(Throwable cause) {
        if (phase != Phase.ALIVE) {
            log.error("Actor {} failed while {}", cell.path(), phase, cause);
            return;
        }
        phase = Phase.FAILED;
        mailbox().suspend();
        cell.tellChildren(new SystemMessage.SuspendWithParent());
        services().listener().actorFailed(cell.ref(), cause);
        ActorCell<?> parent = cell.parent();
        if (parent != null) {
            parent.send(
                    new SystemMessage.ChildFailed(
                            new ChildFailure(cell, cause, context.hasStarted())));
        }
    }

    private void suspendWithParent() {
        suspensionsByParent++;
        mailbox().suspend();
        cell.tellChildren(new SystemMessage.SuspendWithParent());
    }

    private void resumeWithParent() {
        if (suspensionsByParent > 0) {
            suspensionsByParent--;
            mailbox().resume();
            cell.tellChildren(new SystemMessage.ResumeWithParent());
        }
    }

    private void resumeAfterFailure() {
        if (phase == Phase.FAILED) {
            phase = Phase.ALIVE;
            mailbox().resume();
            cell.tellChildren(new SystemMessage.ResumeWithParent());
            if (supervisor != null) {
                supervisor.resumeEscalated();
            }
        }
    }

    private void restart(Throwable cause) throws Exception {
        if (phase == Phase.FAILED) {
            endLife(cause);
        }
    }

    /**
     * Restarts after the failure of a sibling; an actor that has failed itself waits for the decision on its own
     * failure.
     */
    private void restartWithSibling(Throwable cause) throws Exception {
        if (phase == Phase.ALIVE) {
            phase = Phase.FAILED;
            mailbox().suspend();
            endLife(cause);
        }
    }

    private void endLife(Throwable cause) throws Exception {
        phase = Phase.RESTARTING;
        if (actor != null) {
            runHook("restarting", () -> actorNow().restarting(cause, shown));
        }
        releaseHolds();
        actor = null;
        receive = null;
        supervisor = null;
        services().listener().actorRestarted(cell.ref(), cause);
        stopChildren();
    }

    private void releaseHolds() {
        for (int holds = context.end(); holds > 0; holds--) {
            mailbox().resume();
        }
    }

    private void beginAgain() throws Exception {
        phase = Phase.ALIVE;
        mailbox().putFirst(context.takeStash());
        context = new CellContext<>(cell);
        mailbox().resume();
        beginLife();
    }

    private void stopNow() throws Exception {
        if (phase == Phase.STOPPING || phase == Phase.ENDED) {
            return;
        }
        phase = Phase.STOPPING;
        mailbox().close();
        cell.ref().closeRoutes();
        if (actor != null) {
            runHook("stopping", () -> actorNow().stopping(shown));
        }
        cell.closeChildren();
        stopChildren();
    }

    private void stopChildren() throws Exception {
        cell.tellChildren(SystemMessage.STOP);
        continueWithoutChildren();
    }

    private void removeChild(ActorCell<?> child) throws Exception {
        cell.removeChild(child);
        continueWithoutChildren();
    }

    private void continueWithoutChildren() throws Exception {
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
            runHook("stopped", () -> actorNow().stopped(shown));
        }
        releaseHolds();
        giveBack(context.takeStash());
        actor = null;
        receive = null;
        mailbox().closeSystem();
        ActorCell<?> parent = cell.parent();
        if (parent != null) {
            services().listener().actorStopped(cell.ref());
            parent.send(new SystemMessage.ChildEnded(cell));
        } else {
            services().rootEnded();
        }
        if (watchers != null) {
            watchers.forEach(watcher -> watcher.offerControl(new CellEntry.WatchedEnded(cell)));
            watchers = null;
        }
    }

    private void giveBack(@Nullable Deque<Object> stash) {
        if (stash != null) {
            stash.forEach(entry -> cell.undelivered(entry, Reason.STOPPED));
        }
    }

    private void supervise(ChildFailure failure) {
        if (phase != Phase.ALIVE && phase != Phase.FAILED) {
            return;
        }
        Supervisor now = supervisor;
        if (now == null) {
            now = new Supervisor(cell);
            supervisor = now;
        }
        Throwable own = now.supervise(failure);
        if (own != null && phase == Phase.ALIVE) {
            fail(own);
        }
    }

    private SystemServices services() {
        return cell.services();
    }

    private Mailbox<SystemMessage> mailbox() {
        return cell.mailbox();
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
            watcher.offerControl(new CellEntry.WatchedEnded(cell));
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

    /** A callback whose exception is only logged. */
    @FunctionalInterface
    private interface Hook {
        void run() throws Exception;
    }
}
