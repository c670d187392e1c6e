// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.actor.UndeliveredMessage.Reason;
import io.millrace.actor.fixture.Recorder;
import io.millrace.actor.fixture.Recorder.Step;
import io.millrace.actor.fixture.SingleThread;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TalkingTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final SingleThread test = new SingleThread();
    private final List<Object> seen = Recorder.list();
    private final CompletableFuture<String> later = new CompletableFuture<>();

    /** Answers every text with the same text in capitals. */
    private final ActorRef<String> shouter =
            test.system.spawn(
                    Props.<String>ofFunction(
                            (text, context) -> context.respond(text.toUpperCase(Locale.ROOT))),
                    "shouter");

    /** Forwards its messages to the shouter. */
    private final ActorRef<String> relay =
            test.system.spawn(
                    Props.<String>ofFunction((_, context) -> context.forward(shouter)), "relay");

    private final ActorRef<Object> asker = test.system.spawn(Recorder.into(seen), "asker");

    private record Confirmed(String answer) implements AutoAnswer {}

    @AfterEach
    void close() {
        test.close();
    }

    private static <T> T resultOf(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static Throwable errorOf(CompletionStage<?> stage) {
        return stage.toCompletableFuture().exceptionNow();
    }

    @Test
    void anAnswerToARequestComesBackAsAMessage() {
        asker.tell((Step) context -> context.request(shouter, "hello"));

        assertThat(seen).containsExactly("asker started", "HELLO");
    }

    @Test
    void anAnswerToAForwardedMessageGoesPastTheOneWhoForwarded() {
        asker.tell((Step) context -> context.request(relay, "hello"));

        assertThat(seen).containsExactly("asker started", "HELLO");
    }

    @Test
    void aQuestionFromOutsideIsAnsweredByWhatTheActorResponds() {
        assertThat(resultOf(test.system.ask(relay, "hello", String.class, SECOND)))
                .isEqualTo("HELLO");
    }

    @Test
    void anAnswerOfAnotherTypeFailsTheQuestion() {
        assertThat(errorOf(test.system.ask(shouter, "hello", Integer.class, SECOND)))
                .isInstanceOf(ClassCastException.class)
                .hasMessageContaining("/shouter")
                .hasMessageContaining("java.lang.Integer")
                .hasMessageContaining("java.lang.String");
    }

    @Test
    void anAnswerThatComesTooLateBecomesADeadLetter() {
        ActorRef<Object> slow =
                test.system.spawn(
                        Props.ofFunction((_, context) ->
                                context.reenter(
                                        later, (value, _) -> context.respond("late " + value))),
                        "slow");
        CompletionStage<String> answer = test.system.ask(slow, "hello", String.class, SECOND);

        test.time.advance(SECOND);
        later.complete("one");

        assertThat(errorOf(answer)).isInstanceOf(TimeoutException.class);
        assertThat(test.deadLetters)
                .extracting(UndeliveredMessage::message, UndeliveredMessage::reason)
                .containsExactly(tuple("late one", Reason.ABANDONED));
    }

    @Test
    void aResponseWithoutASenderBecomesADeadLetter() {
        shouter.tell("hello");

        assertThat(test.deadLetters)
                .extracting(UndeliveredMessage::message, UndeliveredMessage::reason)
                .containsExactly(tuple("HELLO", Reason.NO_SENDER));
    }

    @Test
    void aMessageMayBringItsOwnAnswerWhichIsGivenOnceItWasProcessed() {
        CompletionStage<String> answer =
                test.system.ask(asker, new Confirmed("done"), String.class, SECOND);

        assertThat(resultOf(answer)).isEqualTo("done");
        assertThat(seen).contains(new Confirmed("done"));
    }

    @Test
    void aMessageThatFailsIsNotAnsweredByItself() {
        ActorRef<Object> failing =
                test.system.spawn(
                        Props.ofFunction((_, _) -> {
                            throw new IllegalStateException("as asked");
                        }),
                        "failing");
        CompletionStage<String> answer =
                test.system.ask(failing, new Confirmed("done"), String.class, SECOND);

        test.time.advance(SECOND);

        assertThat(errorOf(answer)).isInstanceOf(TimeoutException.class);
    }

    @Test
    void theValueOfAStageIsPipedToAnActor() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        asker.tell((Step) context -> context.pipe(stage, asker, Throwable::getMessage));

        stage.complete("value");

        assertThat(seen).containsExactly("asker started", "value");
    }

    @Test
    void theErrorOfAStageIsPipedAsAMessage() {
        CompletableFuture<Object> stage = new CompletableFuture<>();
        asker.tell((Step) context -> context.pipe(stage, asker, Throwable::getMessage));

        stage.completeExceptionally(new IllegalStateException("no value"));

        assertThat(seen).containsExactly("asker started", "no value");
    }

    @Test
    void headersTravelAlongWithAllThatIsSentByTheContext() {
        List<Object> headers = Recorder.list();
        ActorRef<Object> last =
                test.system.spawn(
                        Props.ofFunction((_, context) -> headers.add(context.headers())), "last");
        ActorRef<Object> first =
                test.system.spawn(
                        Props.ofFunction((message, context) -> {
                            context.tell(last, message);
                            context.request(last, message);
                            context.forward(last);
                            context.reenter(later, (_, _) -> context.tell(last, "continued"));
                            last.tell("told directly");
                        }),
                        "first");
        Headers trace = Headers.of(Map.of("trace", "7"));

        test.system.tell(first, "hello", trace);
        later.complete("now");

        assertThat(headers).containsExactly(trace, trace, trace, Headers.NONE, trace);
    }

    @Test
    void aMessageThatWasToldHasNeitherSenderNorHeaders() {
        asker.tell(
                (Step)
                        context -> {
                            seen.add(String.valueOf(context.sender()));
                            seen.add(context.headers());
                        });

        assertThat(seen).containsExactly("asker started", "null", Headers.NONE);
    }

    @Test
    void namesAreGeneratedPrefixedOrGiven() {
        asker.tell(
                (Step)
                        context -> {
                            seen.clear();
                            Props<Object> props = Props.ofFunction((_, _) -> {});
                            seen.add(context.spawn(props).path());
                            seen.add(context.spawn(props, "worker-2").path());
                            seen.add(context.spawnPrefixed(props, "worker-").path());
                            seen.add(context.spawnPrefixed(props, "worker-").path());
                        });

        assertThat(seen)
                .containsExactly(
                        "/asker/$1", "/asker/worker-2", "/asker/worker-3", "/asker/worker-4");
    }
}
