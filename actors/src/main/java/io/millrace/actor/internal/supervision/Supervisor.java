// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.supervision;

import io.millrace.actor.supervision.Supervision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides on the failures of one actor's children and carries the decisions out. Only for the actor's own thread. */
public final class Supervisor {

    private static final Logger log = LoggerFactory.getLogger(Supervisor.class);

    private final SupervisingParent parent;

    /** Failures that the actor has escalated as its own and that wait for its parent's decision. */
    private final List<ChildFailure> escalated = new ArrayList<>();

    public Supervisor(SupervisingParent parent) {
        this.parent = parent;
    }

    /**
     * Decides on a failure and carries the decision out; returns the cause if the actor itself fails by it, else
     * null.
     */
    public @Nullable Throwable supervise(ChildFailure failure) {
        return apply(failure.child().decide(parent.supervision(), failure.cause()), failure);
    }

    /** Lets the children whose failures were escalated continue, as the actor itself continues. */
    public void resumeEscalated() {
        List<ChildFailure> waiting = List.copyOf(escalated);
        escalated.clear();
        waiting.forEach(failure -> {
            var _ = apply(new Directive.Resume(), failure);
        });
    }

    private @Nullable Throwable apply(Directive decided, ChildFailure failure) {
        SupervisedChild child = failure.child();
        Throwable cause = failure.cause();
        Directive directive =
                decided instanceof Directive.Resume && !failure.started()
                        ? child.decide(Supervision.DEFAULT, cause)
                        : decided;
        log.warn("Actor {} failed: {}", child.path(), directive, cause);
        boolean all = parent.supervision() instanceof Supervision.AllForOne;
        switch (directive) {
            case Directive.Resume() -> child.resumeAfterFailure();
            case Directive.Stop() -> {
                child.stop();
                if (all) {
                    parent.children().forEach(SupervisedChild::stop);
                }
            }
            case Directive.Restart(var delay) -> restartAfter(delay, child, cause, all);
            case Directive.Escalate() -> {
                return escalate(failure);
            }
        }
        return null;
    }

    private void restartAfter(
            Duration delay, SupervisedChild child, Throwable cause, boolean siblingsToo) {
        Runnable restart = () -> restart(child, cause, siblingsToo);
        if (delay.isZero()) {
            restart.run();
        } else {
            parent.runAfter(delay, restart);
        }
    }

    private void restart(SupervisedChild child, Throwable cause, boolean siblingsToo) {
        child.restart(cause);
        if (siblingsToo) {
            parent.children().stream()
                    .filter(sibling -> !sibling.equals(child))
                    .forEach(sibling -> sibling.restartWithSibling(cause));
        }
    }

    private @Nullable Throwable escalate(ChildFailure failure) {
        if (parent.isRoot()) {
            failure.child().stop();
            return null;
        }
        escalated.add(failure);
        return failure.cause();
    }
}
