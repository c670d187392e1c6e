// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.actor.dispatcher.Dispatchers;
import io.millrace.actor.fixture.Recorder;
import io.millrace.actor.fixture.SingleThread;
import io.millrace.actor.mailbox.MailboxKind;
import io.millrace.actor.mailbox.Overflow;
import io.millrace.actor.routing.ElasticPoolSettings;
import io.millrace.actor.routing.ElasticPoolStatistics;
import io.millrace.actor.routing.Routers;
import io.millrace.actor.routing.Routing;
import io.millrace.actor.supervision.Supervision;
import io.millrace.actor.system.ActorSystem;
import io.millrace.actor.system.StopReport;
import io.millrace.actor.time.ManualScheduler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The code of the README, word for word. */
class ReadmeTest {

    private static final Path README = Path.of("README.md");
    private static final Path THIS = Path.of("src/test/java/io/millrace/actor/ReadmeTest.java");

    sealed interface Greeting permits Hello, HowMany {}

    record Hello(String name) implements Greeting {}

    record HowMany(Consumer<Integer> answer) implements Greeting {}

    static final class Greeter implements Actor<Greeting> {
        private int greeted;

        @Override
        public void receive(Greeting message, ActorContext<Greeting> context) {
            switch (message) {
                case Hello(String name) -> greeted++;
                case HowMany(Consumer<Integer> answer) -> answer.accept(greeted);
            }
        }
    }

    static final class Desk implements Actor<Greeting> {
        private ActorRef<Greeting> greeter;

        @Override
        public void started(ActorContext<Greeting> context) {
            greeter = context.spawn(Props.of(Greeter::new), "greeter");
            context.watch(greeter);
        }

        @Override
        public void receive(Greeting message, ActorContext<Greeting> context) {
            greeter.tell(message);
        }

        @Override
        public void terminated(ActorRef<?> watched, ActorContext<Greeting> context) {
            context.stopSelf();
        }
    }

    @Test
    void greetsAndCounts() throws Exception {
        ActorSystem system = ActorSystem.create("hello");
        ActorRef<Greeting> greeter = system.spawn(Props.of(Greeter::new), "greeter");

        greeter.tell(new Hello("world"));
        CompletionStage<Integer> greeted = system.ask(greeter, HowMany::new, Duration.ofSeconds(5));

        assertThat(greeted.toCompletableFuture().get(5, TimeUnit.SECONDS)).isEqualTo(1);

        system.stop(greeter); // after its current message
        system.poison(greeter); // after all messages now in its mailbox

        StopReport report = system.stop(Duration.ofSeconds(10));

        assertThat(report.isClean()).isTrue();
    }

    @Test
    void boundsAndSupervises() {
        Props<Greeting> bounded =
                Props.of(Greeter::new).withMailbox(MailboxKind.bounded(1000, Overflow.REJECT));
        Props<Greeting> supervising =
                Props.of(Desk::new)
                        .withSupervision(
                                Supervision.decide(error ->
                                        error instanceof IOException
                                                ? Supervision.backoff()
                                                : Supervision.restart(3, Duration.ofMinutes(1))));
        try (SingleThread test = new SingleThread()) {
            ActorRef<Greeting> desk = test.system.spawn(supervising, "desk");
            ActorRef<Greeting> greeter = test.system.spawn(bounded, "bounded");
            desk.tell(new Hello("world"));
            greeter.tell(new Hello("world"));

            assertThat(test.events).contains("started /desk/greeter", "started /bounded");
            assertThat(test.deadLetters).isEmpty();
        }
    }

    @Test
    void bringsAResultBack() {
        List<Object> seen = Recorder.list();
        Actor<Greeting> actor =
                (message, context) -> {
                    seen.add(message);
                    if (seen.size() == 1) {
                        context.reenter(
                                fetchName(),
                                (name, error) ->
                                        context.self()
                                                .tell(new Hello(error == null ? name : "nobody")));
                    }
                };
        try (SingleThread test = new SingleThread()) {
            test.system.spawn(Props.of(() -> actor), "a").tell(new Hello("first"));

            assertThat(seen).containsExactly(new Hello("first"), new Hello("Ada"));
        }
    }

    static final class Door implements Actor<String> {
        @Override
        public void receive(String message, ActorContext<String> context) {
            if (message.equals("open")) {
                context.become(this::receiveOpen);
                context.unstashAll();
            } else {
                context.stash();
            }
        }

        private void receiveOpen(String visitor, ActorContext<String> context) {
            context.respond("welcome, " + visitor);
        }
    }

    @Test
    void talks() {
        try (SingleThread test = new SingleThread()) {
            ActorSystem system = test.system;
            Receive<String> shouter = (text, context) -> context.respond(text + "!");
            ActorRef<String> shouting = system.spawn(Props.ofFunction(shouter));
            Receive<String> relay = (text, context) -> context.forward(shouting);
            ActorRef<String> relaying = system.spawn(Props.ofFunction(relay));

            CompletionStage<String> answer =
                    system.ask(relaying, "hello", String.class, Duration.ofSeconds(5));

            assertThat(answer.toCompletableFuture().join()).isEqualTo("hello!");
        }
    }

    @Test
    void putsAsideUntilItIsOpen() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<String> door = test.system.spawn(Props.of(Door::new), "door");
            CompletionStage<String> answer =
                    test.system.ask(door, "Ada", String.class, Duration.ofSeconds(5));

            door.tell("open");

            assertThat(answer.toCompletableFuture().join()).isEqualTo("welcome, Ada");
        }
    }

    @Test
    void standsAroundAnActor() {
        List<Object> times = Recorder.list();
        Props<Greeting> props =
                Props.of(Greeter::new)
                        .withReceiveMiddleware((envelope, context, next) -> {
                            long begin = System.nanoTime();
                            next.receive(envelope);
                            times.add(System.nanoTime() - begin);
                        })
                        .withSendMiddleware((to, envelope, next) ->
                                next.send(
                                        to,
                                        envelope.withHeaders(
                                                envelope.headers().with("trace", "7"))));
        try (SingleThread test = new SingleThread()) {
            test.system.spawn(props).tell(new Hello("world"));

            assertThat(times).hasSize(1);
        }
    }

    @Test
    void routes() {
        ElasticPoolStatistics statistics = new ElasticPoolStatistics();
        List<Object> lost = Recorder.list();
        try (SingleThread test = new SingleThread()) {
            ActorSystem system = test.system;
            system.events()
                    .subscribe(UndeliveredMessage.class, letter -> lost.add(letter.message()));
            List<ActorRef<Greeting>> greeters =
                    List.of(
                            system.spawn(Props.of(Greeter::new)),
                            system.spawn(Props.of(Greeter::new)));
            List<Props<Greeting>> routers =
                    List.of(
                            Routers.pool(4, Props.of(Greeter::new), Routing.roundRobin()),
                            Routers.group(
                                    greeters, Routing.<Greeting>consistentHash(Object::hashCode)),
                            Routers.elastic(
                                    Props.of(Greeter::new),
                                    ElasticPoolSettings.of(1, 8, 1_000),
                                    statistics));

            routers.forEach(router -> system.spawn(router).tell(new Hello("world")));

            assertThat(statistics.completed()).isEqualTo(1);
            assertThat(lost).isEmpty();
        }
    }

    @Test
    void movesTheTime() {
        ManualScheduler time = new ManualScheduler();
        ActorSystem system =
                ActorSystem.builder("test")
                        .dispatcher(Dispatchers.callingThread())
                        .scheduler(time)
                        .build();
        List<Object> seen = Recorder.list();
        system.spawn(Recorder.into(seen), "a")
                .tell((Recorder.Step) context -> context.schedule(Duration.ofMinutes(5), "late"));

        time.advance(Duration.ofMinutes(5));

        assertThat(seen).contains("late");
        system.close();
    }

    @Test
    void holdsEveryLineOfCodeOfTheReadme() throws IOException {
        String code = withoutSpaces(Files.readString(THIS));

        List<String> blocks =
                Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                        .matcher(Files.readString(README))
                        .results()
                        .map(MatchResult::group)
                        .toList();

        assertThat(blocks).hasSizeGreaterThan(5);
        assertThat(blocks.stream().flatMap(String::lines).map(ReadmeTest::withoutSpaces))
                .filteredOn(line -> !line.startsWith("```"))
                .allSatisfy(line -> assertThat(code).contains(line.replaceAll(";$", "")));
    }

    private static String withoutSpaces(String text) {
        return text.replaceAll("\\s+", "");
    }

    private static CompletionStage<String> fetchName() {
        return CompletableFuture.completedStage("Ada");
    }
}
