// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.actor.Actor;
import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.actor.UndeliveredMessage;
import io.millrace.actor.fixture.Recorder;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ActorSystemStopTest {

    private final Queue<UndeliveredMessage> deadLetters = new ConcurrentLinkedQueue<>();
    private final Queue<String> ended = new ConcurrentLinkedQueue<>();
    private final ActorSystem system =
            ActorSystem.builder("stopping")
                    .deadLetterListener(deadLetters::add)
                    .listener(
                            new ActorSystemListener() {
                                @Override
                                public void actorStopped(ActorRef<?> actor) {
                                    ended.add(actor.path());
                                }
                            })
                    .build();

    @Test
    void emptiesTheMailboxesBeforeItStopsTheActors() {
        AtomicInteger arrived = new AtomicInteger();
        ActorRef<Integer> next =
                system.spawn(Props.of(() -> (_, _) -> arrived.incrementAndGet()), "end");
        for (int i = 0; i < 10; i++) {
            ActorRef<Integer> after = next;
            next = system.spawn(Props.of(() -> (message, _) -> after.tell(message)), "a" + i);
        }
        for (int i = 0; i < 50_000; i++) {
            next.tell(i);
        }

        StopReport report = system.stop(Duration.ofSeconds(30));

        assertThat(arrived).hasValue(50_000);
        assertThat(report.isClean()).isTrue();
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void waitsForTheContinuationsThatActorsWaitFor() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        CountDownLatch entered = new CountDownLatch(1);
        List<Object> seen = Recorder.list();
        ActorRef<Object> ref = system.spawn(Recorder.into(seen), "a");
        ref.tell(
                (Recorder.Step)
                        context -> {
                            context.reenter(stage, (value, error) -> seen.add(value));
                            entered.countDown();
                        });
        stage.completeOnTimeout("done", 200, TimeUnit.MILLISECONDS);

        StopReport report = system.stop(Duration.ofSeconds(30));

        assertThat(report.isClean()).isTrue();
        assertThat(seen).containsExactly("a started", "done", "a stopping", "a stopped");
    }

    @Test
    void takesNothingFromOutsideWhileItStops() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        List<Object> seen = Recorder.list();
        ActorRef<Object> ref = system.spawn(Recorder.into(seen), "a");
        ref.tell(
                (Recorder.Step)
                        context -> {
                            working.countDown();
                            release.await();
                            context.self().tell("from inside");
                        });
        working.await();
        CompletableFuture<StopReport> report =
                CompletableFuture.supplyAsync(() -> system.stop(Duration.ofSeconds(30)));
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> !ref.offer("probe"));

        ref.tell("from outside");
        assertThatThrownBy(() -> system.spawn(Recorder.into(seen), "b"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("stopping");
        release.countDown();

        assertThat(report.get().isClean()).isTrue();
        assertThat(seen).contains("from inside").doesNotContain("from outside");
        assertThat(deadLetters)
                .containsExactly(
                        new UndeliveredMessage(
                                ref, "from outside", UndeliveredMessage.Reason.SYSTEM_STOPPING));
    }

    @Test
    void reportsWhatTheDeadlineLeftOver() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        ActorRef<Object> ref = system.spawn(Recorder.into(Recorder.list()), "app");
        ref.tell(
                (Recorder.Step)
                        context ->
                                context.spawn(Recorder.into(Recorder.list()), "stuck")
                                        .tell(
                                                (Recorder.Step)
                                                        child -> {
                                                            child.self().tell("waits");
                                                            working.countDown();
                                                            release.await();
                                                        }));
        working.await();

        StopReport report = system.stop(Duration.ofSeconds(3));
        release.countDown();

        assertThat(report.isClean()).isFalse();
        assertThat(report.messagesLeft()).isEqualTo(1);
        assertThat(report.actorsLeft()).isEqualTo(2);
        assertThat(report.blocked()).containsExactly("/app/stuck");
    }

    @Test
    void stopsAtOnceWhenItIsClosed() {
        ActorRef<Object> ref =
                system.spawn(
                        Props.of(() -> (message, context) -> context.self().tell(message)),
                        "forever");
        ref.tell("again");

        system.close();

        await().untilAsserted(() -> assertThat(ended).containsExactly("/forever"));
        await().untilAsserted(() ->
                assertThat(deadLetters)
                        .extracting(UndeliveredMessage::message)
                        .containsExactly("again"));
        assertThat(system.stop(Duration.ofSeconds(1)).isClean()).isTrue();
    }

    @Test
    void refusesToBeStoppedByAnActorWhichWouldWaitForItself() {
        List<Object> seen = Recorder.list();
        ActorRef<Object> ref = system.spawn(Recorder.into(seen), "a");

        ref.tell(
                (Recorder.Step)
                        context ->
                                assertThatThrownBy(system::close)
                                        .isInstanceOf(IllegalStateException.class));
        ref.tell("alive");
        system.stop(Duration.ofSeconds(10));

        assertThat(seen).containsExactly("a started", "alive", "a stopping", "a stopped");
    }

    @Test
    void stopsATreeOfThreeLevelsUnderLoadFromBelow() throws Exception {
        AtomicLong processed = new AtomicLong();
        Queue<ActorRef<Object>> leaves = new ConcurrentLinkedQueue<>();
        CountDownLatch built = new CountDownLatch(100);
        Actor<Object> nothing = (_, _) -> processed.incrementAndGet();
        Props<Object> leaf =
                Props.of(() ->
                        new Actor<Object>() {
                            @Override
                            public void receive(Object message, ActorContext<Object> context)
                                    throws Exception {
                                nothing.receive(message, context);
                            }

                            @Override
                            public void started(ActorContext<Object> context) {
                                leaves.add(context.self());
                                built.countDown();
                            }
                        });
        ActorRef<Object> top = system.spawn(parentOf(parentOf(leaf)), "top");
        built.await();
        List<Object> seen = Recorder.list();
        system.spawn(Recorder.into(seen), "w").tell((Recorder.Step) context -> context.watch(top));
        AtomicLong told = new AtomicLong();
        CountDownLatch watcherTold = new CountDownLatch(1);
        Thread load =
                Thread.ofPlatform()
                        .start(() -> {
                            while (watcherTold.getCount() > 0) {
                                for (ActorRef<Object> each : leaves) {
                                    each.tell("load");
                                    told.incrementAndGet();
                                }
                            }
                        });
        while (processed.get() < 10_000) {
            Thread.onSpinWait();
        }

        system.stop(top);
        while (!seen.contains("w sees the end of /top")) {
            Thread.onSpinWait();
        }
        watcherTold.countDown();
        load.join();
        system.stop(Duration.ofSeconds(30));

        await().untilAsserted(() ->
                assertThat(processed.get() + deadLetters.size()).isEqualTo(told.get()));
        assertThat(ended).hasSize(1 + 10 + 100 + 1);
        List<String> order = List.copyOf(ended);
        for (String path : order) {
            int parent = order.indexOf(path.substring(0, path.lastIndexOf('/')));
            assertThat(parent < 0 || parent > order.indexOf(path)).as(path).isTrue();
        }
    }

    private static Props<Object> parentOf(Props<Object> child) {
        return Props.of(() ->
                new Actor<>() {
                    @Override
                    public void receive(Object message, ActorContext<Object> context) {}

                    @Override
                    public void started(ActorContext<Object> context) {
                        for (int i = 0; i < 10; i++) {
                            context.spawn(child, "c" + i);
                        }
                    }
                });
    }
}
