// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one actor does about the failures of its children. Belongs to its thread. */
final class Supervisor {

    private static final Logger log = LoggerFactory.getLogger(Supervisor.class);

    private final ActorCell<?> cell;

    /** Failures that have become the actor's own, and wait for what its parent decides. */
    private final List<SystemMessage.ChildFailed> escalated = new ArrayList<>();

    Supervisor(ActorCell<?> cell) {
        this.cell = cell;
    }

    /** Decides about a failure, and does it; returns the failure if it is now the actor's own, else null. */
    @Nullable Throwable supervise(SystemMessage.ChildFailed failed) {
        return apply(failed.child().decide(cell.props().supervision(), failed.cause()), failed);
    }

    /** The actor goes on as if nothing had happened, and so do the children whose failures were its own. */
    void resumeEscalated() {
        List<SystemMessage.ChildFailed> waiting = List.copyOf(escalated);
        escalated.clear();
        waiting.forEach(failed -> {
            var _ = apply(new Directive.Resume(), failed);
        });
    }

    private @Nullable Throwable apply(Directive decided, SystemMessage.ChildFailed failed) {
        ActorCell<?> child = failed.child();
        Throwable cause = failed.cause();
        Directive directive =
                decided instanceof Directive.Resume && !failed.begun()
                        ? child.decide(Supervision.DEFAULT, cause)
                        : decided;
        log.warn("Actor {} failed: {}", child.path(), directive, cause);
        boolean all = cell.props().supervision() instanceof Supervision.AllForOne;
        switch (directive) {
            case Directive.Resume() -> child.send(new SystemMessage.GoOn());
            case Directive.Stop() -> {
                child.stop();
                if (all) {
                    cell.tellChildren(SystemMessage.STOP);
                }
            }
            case Directive.Restart(var delay) -> restartLater(child, cause, delay, all);
            case Directive.Escalate() -> {
                return escalate(failed);
            }
        }
        return null;
    }

    private void restartLater(
            ActorCell<?> child, Throwable cause, Duration delay, boolean siblingsToo) {
        Runnable restart = () -> restart(child, cause, siblingsToo);
        if (delay.isZero()) {
            restart.run();
        } else {
            var _ = cell.system().scheduler().schedule(delay, restart);
        }
    }

    private void restart(ActorCell<?> child, Throwable cause, boolean siblingsToo) {
        child.send(new SystemMessage.Restart(cause));
        if (siblingsToo) {
            cell.children().stream()
                    .filter(sibling -> sibling != child)
                    .forEach(sibling -> sibling.send(new SystemMessage.RestartToo(cause)));
        }
    }

    private @Nullable Throwable escalate(SystemMessage.ChildFailed failed) {
        if (cell.parent() == null) {
            failed.child().stop();
            return null;
        }
        escalated.add(failed);
        return failed.cause();
    }
}
