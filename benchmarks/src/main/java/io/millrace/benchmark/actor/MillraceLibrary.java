// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.actor;

import io.millrace.actor.Actor;
import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.actor.system.ActorSystem;
import io.millrace.benchmark.actor.Message.Last;
import io.millrace.benchmark.actor.Message.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The actors of the workloads on Millrace. */
final class MillraceLibrary implements ActorLibrary {

    private final ActorSystem system = ActorSystem.create("benchmark");
    private int spawned;

    @Override
    public Consumer<Batch> ring(int hops, int window) {
        return spawn(() -> new Head(hops, window))::tell;
    }

    @Override
    public List<Consumer<Batch>> bursts(int senders, int receivers, int burst, int window) {
        List<ActorRef<Message>> to =
                Stream.generate(() -> spawn(Receiver::new)).limit(receivers).toList();
        List<Consumer<Batch>> from = new ArrayList<>();
        for (int i = 0; i < senders; i++) {
            from.add(spawn(() -> new Sender(to, burst, window))::tell);
        }
        return from;
    }

    @Override
    public Consumer<Batch> lives(int window) {
        return spawn(() -> new Parent(window))::tell;
    }

    @Override
    public CountDownLatch idle(int children) {
        CountDownLatch processed = new CountDownLatch(children);
        spawn(() -> new IdleParent(children, processed));
        return processed;
    }

    @Override
    public void close() {
        system.close();
    }

    private ActorRef<Message> spawn(Supplier<Actor<Message>> factory) {
        return system.spawn(Props.of(factory), "actor-" + spawned++);
    }

    /** Starts and ends the laps; the other actors of the ring are its children. */
    private static final class Head implements Actor<Message> {

        private final int hops;
        private final int window;
        private @Nullable ActorRef<Message> next;
        private Batch batch = Batch.none();

        Head(int hops, int window) {
            this.hops = hops;
            this.window = window;
        }

        @Override
        public void started(ActorContext<Message> context) {
            ActorRef<Message> first = context.self();
            for (int i = 1; i < hops; i++) {
                ActorRef<Message> to = first;
                first = context.spawn(Props.of(() -> new Relay(to)));
            }
            next = first;
        }

        @Override
        public void receive(Message message, ActorContext<Message> context) {
            if (message instanceof Batch given) {
                batch = given;
                for (int i = 0; i < window; i++) {
                    beginLap();
                }
            } else {
                batch.end();
                beginLap();
            }
        }

        private void beginLap() {
            if (batch.begin()) {
                Objects.requireNonNull(next).tell(Token.TOKEN);
            }
        }
    }

    private record Relay(ActorRef<Message> next) implements Actor<Message> {

        @Override
        public void receive(Message message, ActorContext<Message> context) {
            next.tell(message);
        }
    }

    private static final class Sender implements Actor<Message> {

        private final List<ActorRef<Message>> receivers;
        private final int burst;
        private final int window;
        private Message last = Token.TOKEN;
        private Batch batch = Batch.none();
        private int acknowledged;

        Sender(List<ActorRef<Message>> receivers, int burst, int window) {
            this.receivers = receivers;
            this.burst = burst;
            this.window = window;
        }

        @Override
        public void receive(Message message, ActorContext<Message> context) {
            if (message instanceof Batch given) {
                batch = given;
                last = new Last(() -> context.self().tell(Token.TOKEN));
                for (int i = 0; i < window; i++) {
                    beginBurst();
                }
            } else if (++acknowledged == receivers.size()) {
                acknowledged = 0;
                batch.end();
                beginBurst();
            }
        }

        private void beginBurst() {
            if (batch.begin()) {
                for (int i = 1; i < burst; i++) {
                    sendToAll(Token.TOKEN);
                }
                sendToAll(last);
            }
        }

        private void sendToAll(Message message) {
            for (ActorRef<Message> receiver : receivers) {
                receiver.tell(message);
            }
        }
    }

    private static final class Receiver implements Actor<Message> {

        @Override
        public void receive(Message message, ActorContext<Message> context) {
            if (message instanceof Last(Runnable acknowledge)) {
                acknowledge.run();
            }
        }
    }

    private static final class Parent implements Actor<Message> {

        private static final Props<Message> CHILD =
                Props.of(() -> (_, context) -> context.stopSelf());

        private final int window;
        private Batch batch = Batch.none();

        Parent(int window) {
            this.window = window;
        }

        @Override
        public void receive(Message message, ActorContext<Message> context) {
            if (message instanceof Batch given) {
                batch = given;
                for (int i = 0; i < window; i++) {
                    beginLife(context);
                }
            }
        }

        @Override
        public void terminated(ActorRef<?> watched, ActorContext<Message> context) {
            batch.end();
            beginLife(context);
        }

        private void beginLife(ActorContext<Message> context) {
            if (batch.begin()) {
                ActorRef<Message> child = context.spawn(CHILD);
                context.watch(child);
                child.tell(Token.TOKEN);
            }
        }
    }

    private record IdleParent(int children, CountDownLatch processed) implements Actor<Message> {

        @Override
        public void started(ActorContext<Message> context) {
            // One stateless object serves all children, as one behaviour does in Pekko.
            Actor<Message> idle = (_, _) -> processed.countDown();
            Props<Message> child = Props.of(() -> idle);
            for (int i = 0; i < children; i++) {
                context.spawn(child).tell(Token.TOKEN);
            }
        }

        @Override
        public void receive(Message message, ActorContext<Message> context) {}
    }
}
