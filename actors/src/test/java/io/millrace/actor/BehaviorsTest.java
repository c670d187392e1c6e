// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.actor.fixture.Recorder;
import io.millrace.actor.fixture.Recorder.Fail;
import io.millrace.actor.fixture.Recorder.Step;
import io.millrace.actor.fixture.SingleThread;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Behaviours, stash and awaited stages: which message is processed next, and by which function. */
class BehaviorsTest {

    private final SingleThread test = new SingleThread();
    private final List<Object> seen = Recorder.list();
    private final ActorRef<Object> actor = test.system.spawn(Recorder.into(seen), "a");
    private final Fail fail = new Fail(new IllegalStateException("as asked"));

    @AfterEach
    void close() {
        test.close();
    }

    private void inside(Step step) {
        actor.tell(step);
    }

    /** A behaviour that writes its name before each message, and runs steps. */
    private Receive<Object> named(String name) {
        return (message, context) -> {
            if (message instanceof Step step) {
                step.run(context);
            } else {
                seen.add(name + " " + message);
            }
        };
    }

    @Test
    void anotherBehaviorProcessesTheNextMessages() {
        inside(context -> context.become(named("closed")));

        actor.tell("one");

        assertThat(seen).containsExactly("a started", "closed one");
    }

    @Test
    void aPushedBehaviorGivesWayToTheFormerOne() {
        inside(context -> context.pushBehavior(named("asleep")));
        actor.tell("one");
        inside(context -> context.pushBehavior(named("dreaming")));
        actor.tell("two");
        inside(ActorContext::popBehavior);
        actor.tell("three");
        inside(ActorContext::popBehavior);
        actor.tell("four");

        assertThat(seen)
                .containsExactly("a started", "asleep one", "dreaming two", "asleep three", "four");
    }

    @Test
    void aBehaviorThatWasNotPushedCannotBePopped() {
        inside(ActorContext::popBehavior);

        assertThat(test.events).contains("failed /a");
    }

    @Test
    void aRestartBeginsWithTheActorsOwnBehavior() {
        inside(context -> {
            context.pushBehavior(named("lost"));
            throw new IllegalStateException("as asked");
        });

        actor.tell("one");

        assertThat(seen).containsExactly("a started", "a restarting", "a started", "one");
    }

    /** Stashes every text until it gets the message to open. */
    private ActorRef<Object> stashing(int capacity) {
        return test.system.spawn(
                Props.of(() ->
                                new Recorder(seen) {
                                    @Override
                                    public void receive(
                                            Object message, ActorContext<Object> context)
                                            throws Exception {
                                        if (message instanceof String) {
                                            context.stash();
                                        } else {
                                            super.receive(message, context);
                                        }
                                    }
                                })
                        .withStash(capacity),
                "s");
    }

    @Test
    void stashedMessagesAreProcessedInTheirOrderBeforeWaitingOnes() {
        ActorRef<Object> stashing = stashing(10);
        stashing.tell("one");
        stashing.tell("two");

        stashing.tell(
                (Step)
                        context -> {
                            stashing.tell("three");
                            context.become(named("open"));
                            context.unstashAll();
                        });

        assertThat(seen)
                .containsExactly("a started", "s started", "open one", "open two", "open three");
    }

    @Test
    void oneMoreThanMayBePutAsideIsAFailureThatLosesNothingButTheOne() {
        ActorRef<Object> stashing = stashing(1);
        stashing.tell("one");

        stashing.tell("two");
        stashing.tell((Step) context -> context.become(named("open")));
        stashing.tell((Step) ActorContext::unstashAll);

        assertThat(test.events).contains("failed /s", "restarted /s");
        assertThat(seen).endsWith("open one");
    }

    @Test
    void theNextLifeProcessesStashedMessagesFirst() {
        ActorRef<Object> stashing = stashing(10);
        stashing.tell("one");

        stashing.tell(fail);
        stashing.tell((Step) context -> context.become(named("open")));
        stashing.tell((Step) ActorContext::unstashAll);

        assertThat(seen)
                .containsExactly("a started", "s started", "s restarting", "s started", "open one");
    }

    @Test
    void messagesThatAreStashedAtTheEndBecomeDeadLetters() {
        ActorRef<Object> stashing = stashing(10);
        stashing.tell("one");
        stashing.tell("two");

        test.system.stop(stashing);

        assertThat(test.lost()).containsExactly("one", "two");
    }

    @Test
    void stashedMessagesKeepTheirSender() {
        ActorRef<Object> answering =
                test.system.spawn(
                        Props.ofFunction((message, context) -> {
                            if (message.equals("open")) {
                                context.become((_, c) -> c.respond("answer"));
                                context.unstashAll();
                            } else {
                                context.stash();
                            }
                        }),
                        "answering");

        inside(context -> context.request(answering, "question"));
        answering.tell("open");

        assertThat(seen).containsExactly("a started", "answer");
    }

    @Test
    void onlyAMessageInProcessCanBePutAside() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        ActorRef<Object> early =
                test.system.spawn(
                        Props.of(() ->
                                new Recorder(seen) {
                                    @Override
                                    public void started(ActorContext<Object> context) {
                                        context.reenter(stage, (_, _) -> context.stash());
                                    }
                                }),
                        "early");

        stage.complete("now");

        assertThat(test.events).contains("failed " + early.path());
    }

    @Test
    void noMessageIsProcessedBeforeTheWorkThatIsAwaitedIsDone() {
        CompletableFuture<String> work = new CompletableFuture<>();
        inside(context -> context.await(work, (value, _) -> seen.add("awaited " + value)));
        actor.tell("one");
        assertThat(seen).containsExactly("a started");

        work.complete("work");

        assertThat(seen).containsExactly("a started", "awaited work", "one");
    }

    @Test
    void theErrorOfAwaitedWorkIsGivenToTheContinuation() {
        CompletableFuture<String> work = new CompletableFuture<>();
        inside(context -> context.await(work, (_, error) -> seen.add(String.valueOf(error))));

        work.completeExceptionally(new IllegalStateException("broken"));

        assertThat(seen).contains("java.lang.IllegalStateException: broken");
    }

    @Test
    void messagesWaitForTheLastOfSeveralWorksThatAreAwaited() {
        CompletableFuture<String> first = new CompletableFuture<>();
        CompletableFuture<String> second = new CompletableFuture<>();
        inside(context -> {
            context.await(first, (value, _) -> seen.add(value));
            context.await(second, (value, _) -> seen.add(value));
        });
        actor.tell("message");

        first.complete("first");
        assertThat(seen).doesNotContain("message");
        second.complete("second");

        assertThat(seen).contains("first", "second").endsWith("message");
    }

    @Test
    void workThatIsAwaitedIsAbandonedByTheEndOfTheActor() {
        CompletableFuture<String> work = new CompletableFuture<>();
        inside(context -> context.await(work, (value, _) -> seen.add(value)));

        test.system.stop(actor);
        work.complete("too late");

        assertThat(seen).containsExactly("a started", "a stopping", "a stopped");
        assertThat(test.deadLetters)
                .extracting(UndeliveredMessage::reason)
                .containsExactly(UndeliveredMessage.Reason.ABANDONED);
    }

    @Test
    void workThatWasAwaitedByAFormerLifeDoesNotHoldTheNextOneUp() {
        CompletableFuture<String> work = new CompletableFuture<>();
        inside(context -> {
            context.await(work, (value, _) -> seen.add(value));
            throw new IllegalStateException("as asked");
        });

        actor.tell("one");
        work.complete("too late");
        actor.tell("two");

        assertThat(seen).containsExactly("a started", "a restarting", "a started", "one", "two");
    }

    @Test
    void workThatComesWhileTheNextLifeWaitsForTheFormersChildrenReleasesNothing() {
        CompletableFuture<String> work = new CompletableFuture<>();
        inside(context -> {
            context.spawn(
                    Props.of(() ->
                            new Recorder(seen) {
                                @Override
                                public void stopping(ActorContext<Object> child) {
                                    actor.tell("while restarting");
                                    work.complete("too late");
                                    super.stopping(child);
                                }
                            }),
                    "c");
            context.await(work, (value, _) -> seen.add(value));
            throw new IllegalStateException("as asked");
        });

        assertThat(seen)
                .containsExactly(
                        "a started",
                        "c started",
                        "a restarting",
                        "c stopping",
                        "c stopped",
                        "a started",
                        "while restarting");
    }

    @Test
    void aContinuationThatFailsIsAFailureOfTheActor() {
        CompletableFuture<String> work = new CompletableFuture<>();
        inside(context ->
                context.await(
                        work,
                        (_, _) -> {
                            throw new IllegalStateException("as asked");
                        }));
        actor.tell("one");

        work.complete("work");

        assertThat(test.events).contains("restarted /a");
        assertThat(seen).endsWith("one");
    }
}
