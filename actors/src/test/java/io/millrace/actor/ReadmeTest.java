// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import static org.assertj.core.api.Assertions.assertThat;

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

/** The code of the README, which must stand here word for word. */
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
        system.poison(greeter); // after all that is in its mailbox now

        StopReport report = system.stop(Duration.ofSeconds(10));

        assertThat(report.isClean()).isTrue();
    }

    @Test
    void boundsAndSupervises() {
        Props<Greeting> bounded =
                Props.of(Greeter::new).withMailbox(Mailboxes.bounded(1000, Overflow.REJECT));
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
