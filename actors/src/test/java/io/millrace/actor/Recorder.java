// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An actor that writes its callbacks into a list and fails on request. */
public class Recorder implements Actor<Object> {

    /** A message that makes it throw. */
    public record Fail(Throwable error) {}

    public final List<Object> seen;

    public Recorder(List<Object> seen) {
        this.seen = seen;
    }

    public static List<Object> list() {
        return new CopyOnWriteArrayList<>();
    }

    public static Props<Object> into(List<Object> seen) {
        return Props.of(() -> new Recorder(seen));
    }

    @Override
    public void receive(Object message, ActorContext<Object> context) throws Exception {
        switch (message) {
            case Fail(Exception error) -> throw error;
            case Fail(Error error) -> throw error;
            case Step step -> step.run(context);
            default -> seen.add(message);
        }
    }

    @Override
    public void started(ActorContext<Object> context) throws Exception {
        seen.add(context.name() + " started");
    }

    @Override
    public void stopping(ActorContext<Object> context) {
        seen.add(context.name() + " stopping");
    }

    @Override
    public void stopped(ActorContext<Object> context) {
        seen.add(context.name() + " stopped");
    }

    @Override
    public void restarting(Throwable cause, ActorContext<Object> context) {
        seen.add(context.name() + " restarting");
    }

    @Override
    public void terminated(ActorRef<?> watched, ActorContext<Object> context) {
        seen.add(context.name() + " sees the end of " + watched);
    }

    /** A message that runs inside the actor. */
    public interface Step {
        void run(ActorContext<Object> context) throws Exception;
    }
}
