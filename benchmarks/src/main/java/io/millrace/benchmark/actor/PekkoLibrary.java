// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.actor;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.benchmark.actor.Message.Last;
import io.millrace.benchmark.actor.Message.Token;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.SpawnProtocol;
import org.apache.pekko.actor.typed.Terminated;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * The actors of the workloads on Apache Pekko, in its functional style, which has the least code between mailbox and
 * actor.
 */
final class PekkoLibrary implements ActorLibrary {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String QUIET =
            """
            pekko.loglevel = OFF
            pekko.stdout-loglevel = OFF
            """;

    private final ActorSystem<SpawnProtocol.Command> system;

    /** @param settings differences from Pekko's defaults, in HOCON */
    PekkoLibrary(String settings) {
        Config config = ConfigFactory.parseString(QUIET + settings);
        system =
                ActorSystem.create(
                        SpawnProtocol.create(),
                        "benchmark",
                        config.withFallback(ConfigFactory.load()));
    }

    @Override
    public Consumer<Batch> ring(int hops, int window) {
        return spawn(Behaviors.setup(context -> new Head(context, hops, window).behavior()))::tell;
    }

    @Override
    public List<Consumer<Batch>> bursts(int senders, int receivers, int burst, int window) {
        List<ActorRef<Message>> to =
                Stream.generate(() -> spawn(receiver())).limit(receivers).toList();
        List<Consumer<Batch>> from = new ArrayList<>();
        for (int i = 0; i < senders; i++) {
            from.add(
                    spawn(
                                    Behaviors.<Message>setup(context ->
                                            new Sender(context.getSelf(), to, burst, window)
                                                    .behavior()))
                            ::tell);
        }
        return from;
    }

    @Override
    public Consumer<Batch> lives(int window) {
        return spawn(new Parent(window).behavior())::tell;
    }

    @Override
    public CountDownLatch idle(int children) {
        CountDownLatch processed = new CountDownLatch(children);
        spawn(idleParent(children, processed));
        return processed;
    }

    @Override
    public void close() {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
    }

    private ActorRef<Message> spawn(Behavior<Message> behavior) {
        return AskPattern.<SpawnProtocol.Command, ActorRef<Message>>ask(
                        system,
                        replyTo -> new SpawnProtocol.Spawn<>(behavior, "", Props.empty(), replyTo),
                        PATIENCE,
                        system.scheduler())
                .toCompletableFuture()
                .join();
    }

    /** Starts and ends the laps; the other actors of the ring are its children. */
    private static final class Head {

        private final ActorRef<Message> next;
        private final int window;
        private Batch batch = Batch.none();

        Head(ActorContext<Message> context, int hops, int window) {
            this.window = window;
            ActorRef<Message> to = context.getSelf();
            for (int i = 1; i < hops; i++) {
                to = context.spawnAnonymous(relay(to));
            }
            next = to;
        }

        Behavior<Message> behavior() {
            return Behaviors.receiveMessage(this::receive);
        }

        private Behavior<Message> receive(Message message) {
            if (message instanceof Batch given) {
                batch = given;
                for (int i = 0; i < window; i++) {
                    beginLap();
                }
            } else {
                batch.end();
                beginLap();
            }
            return Behaviors.same();
        }

        private void beginLap() {
            if (batch.begin()) {
                next.tell(Token.TOKEN);
            }
        }
    }

    private static Behavior<Message> relay(ActorRef<Message> next) {
        return Behaviors.receiveMessage(message -> {
            next.tell(message);
            return Behaviors.same();
        });
    }

    private static final class Sender {

        private final List<ActorRef<Message>> receivers;
        private final int burst;
        private final int window;
        private final Last last;
        private Batch batch = Batch.none();
        private int acknowledged;

        Sender(ActorRef<Message> self, List<ActorRef<Message>> receivers, int burst, int window) {
            this.receivers = receivers;
            this.burst = burst;
            this.window = window;
            last = new Last(() -> self.tell(Token.TOKEN));
        }

        Behavior<Message> behavior() {
            return Behaviors.receiveMessage(this::receive);
        }

        private Behavior<Message> receive(Message message) {
            if (message instanceof Batch given) {
                batch = given;
                for (int i = 0; i < window; i++) {
                    beginBurst();
                }
            } else if (++acknowledged == receivers.size()) {
                acknowledged = 0;
                batch.end();
                beginBurst();
            }
            return Behaviors.same();
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

    private static Behavior<Message> receiver() {
        return Behaviors.receiveMessage(message -> {
            if (message instanceof Last(Runnable acknowledge)) {
                acknowledge.run();
            }
            return Behaviors.same();
        });
    }

    private static final class Parent {

        private static final Behavior<Message> CHILD =
                Behaviors.receiveMessage(_ -> Behaviors.stopped());

        private final int window;
        private Batch batch = Batch.none();

        Parent(int window) {
            this.window = window;
        }

        Behavior<Message> behavior() {
            return Behaviors.receive(
                    this::receive,
                    (context, signal) ->
                            signal instanceof Terminated
                                    ? terminated(context)
                                    : Behaviors.unhandled());
        }

        private Behavior<Message> receive(ActorContext<Message> context, Message message) {
            if (message instanceof Batch given) {
                batch = given;
                for (int i = 0; i < window; i++) {
                    beginLife(context);
                }
            }
            return Behaviors.same();
        }

        private Behavior<Message> terminated(ActorContext<Message> context) {
            batch.end();
            beginLife(context);
            return Behaviors.same();
        }

        private void beginLife(ActorContext<Message> context) {
            if (batch.begin()) {
                ActorRef<Message> child = context.spawnAnonymous(CHILD);
                context.watch(child);
                child.tell(Token.TOKEN);
            }
        }
    }

    private static Behavior<Message> idleParent(int children, CountDownLatch processed) {
        Behavior<Message> child =
                Behaviors.receiveMessage(_ -> {
                    processed.countDown();
                    return Behaviors.same();
                });
        return Behaviors.setup(context -> {
            for (int i = 0; i < children; i++) {
                context.spawnAnonymous(child).tell(Token.TOKEN);
            }
            return Behaviors.empty();
        });
    }
}
