// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.actor.fixture.Recorder;
import io.millrace.actor.fixture.SingleThread;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LifecycleTest {

    private final SingleThread test = new SingleThread();
    private final List<Object> seen = Recorder.list();

    @AfterEach
    void stop() {
        test.close();
    }

    @Test
    void startsBeforeTheFirstMessageAndKeepsTheOrderOfMessages() {
        ActorRef<Object> ref = test.system.spawn(Recorder.into(seen), "a");

        ref.tell(1);
        ref.tell(2);

        assertThat(seen).containsExactly("a started", 1, 2);
    }

    @Test
    void printsAReferenceAsThePathFromTheTop() {
        List<Object> paths = Recorder.list();
        ActorRef<Object> ref = test.system.spawn(Recorder.into(seen), "app");

        ref.tell(
                (Recorder.Step)
                        context ->
                                paths.add(context.spawn(Recorder.into(seen), "tenant-1").path()));

        assertThat(ref).hasToString("/app");
        assertThat(paths).containsExactly("/app/tenant-1");
    }

    @Test
    void refusesANameThatIsTakenUntilItsActorHasEnded() {
        ActorRef<Object> first = test.system.spawn(Recorder.into(seen), "a");

        assertThatThrownBy(() -> test.system.spawn(Recorder.into(seen), "a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"a\"");
        test.system.stop(first);

        ActorRef<Object> second = test.system.spawn(Recorder.into(seen), "a");
        assertThat(second).isNotEqualTo(first);
        assertThat(second.path()).isEqualTo(first.path());
    }

    @Test
    void refusesWhatIsNoName() {
        for (String name : List.of("", "$1", "a/b")) {
            assertThatThrownBy(() -> test.system.spawn(Recorder.into(seen), name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("name");
        }
    }

    @Test
    void generatesNamesThatDiffer() {
        ActorRef<Object> ref = test.system.spawn(Recorder.into(seen), "a");
        List<Object> children = Recorder.list();

        ref.tell(
                (Recorder.Step)
                        context -> {
                            context.spawn(Recorder.into(seen));
                            context.spawn(Recorder.into(seen));
                            children.addAll(context.children());
                        });

        assertThat(children)
                .extracting(Object::toString)
                .containsExactlyInAnyOrder("/a/$1", "/a/$2");
    }

    @Test
    void stopsNowAndMakesDeadLettersOfWaitingMessages() {
        ActorRef<Object> ref = test.system.spawn(Recorder.into(seen), "a");

        ref.tell(
                (Recorder.Step)
                        context -> {
                            context.self().tell("waits");
                            context.stopSelf();
                        });
        ref.tell("late");

        assertThat(seen).containsExactly("a started", "a stopping", "a stopped");
        assertThat(test.deadLetters)
                .containsExactly(
                        new UndeliveredMessage(ref, "waits", UndeliveredMessage.Reason.STOPPED),
                        new UndeliveredMessage(ref, "late", UndeliveredMessage.Reason.STOPPED));
        assertThat(ref.offer("later still")).isFalse();
        assertThat(test.deadLetters).hasSize(2);
    }

    @Test
    void processesEverythingBeforeThePoisonAndNothingAfter() {
        ActorRef<Object> ref = test.system.spawn(Recorder.into(seen), "a");

        ref.tell(
                (Recorder.Step)
                        context -> {
                            context.self().tell(1);
                            context.self().tell(2);
                            context.system().poison(context.self());
                            context.self().tell(3);
                        });

        assertThat(seen).containsExactly("a started", 1, 2, "a stopping", "a stopped");
        assertThat(test.lost()).containsExactly(3);
    }

    @Test
    void stopsChildrenBetweenItsTwoStoppingCallbacks() {
        ActorRef<Object> ref = test.system.spawn(Recorder.into(seen), "a");
        ref.tell(
                (Recorder.Step)
                        context ->
                                context.spawn(Recorder.into(seen), "b")
                                        .tell(
                                                (Recorder.Step)
                                                        b -> b.spawn(Recorder.into(seen), "c")));
        seen.clear();

        test.system.stop(ref);

        assertThat(seen)
                .containsExactly(
                        "a stopping",
                        "b stopping",
                        "c stopping",
                        "c stopped",
                        "b stopped",
                        "a stopped");
        assertThat(test.events).endsWith("stopped /a/b/c", "stopped /a/b", "stopped /a");
    }

    @Test
    void stopsOnlyItsOwnChildren() {
        ActorRef<Object> a = test.system.spawn(Recorder.into(seen), "a");
        ActorRef<Object> b = test.system.spawn(Recorder.into(seen), "b");

        a.tell(
                (Recorder.Step)
                        context ->
                                assertThatThrownBy(() -> context.stop(b))
                                        .isInstanceOf(IllegalArgumentException.class)
                                        .hasMessageContaining("child"));

        assertThat(test.events).doesNotContain("failed /a", "stopped /b");
    }

    @Test
    void endsEvenWhenTheStoppingCallbacksThrow() {
        Actor<Object> broken =
                new Actor<>() {
                    @Override
                    public void receive(Object message, ActorContext<Object> context) {}

                    @Override
                    public void stopping(ActorContext<Object> context) {
                        throw new IllegalStateException("stopping");
                    }

                    @Override
                    public void stopped(ActorContext<Object> context) {
                        throw new IllegalStateException("stopped");
                    }
                };
        ActorRef<Object> ref = test.system.spawn(Props.of(() -> broken), "a");

        test.system.stop(ref);

        assertThat(test.events).containsExactly("started /a", "stopped /a");
    }

    @Test
    void tellsAWatcherOnceAndAfterTheLastMessageOfTheOther() {
        ActorRef<Object> watcher = test.system.spawn(Recorder.into(seen), "w");
        ActorRef<Object> other = test.system.spawn(Recorder.into(Recorder.list()), "o");
        watcher.tell((Recorder.Step) context -> context.watch(other));
        watcher.tell((Recorder.Step) context -> context.watch(other));

        other.tell(
                (Recorder.Step)
                        context -> {
                            context.stopSelf();
                            watcher.tell("farewell");
                        });

        assertThat(seen).containsExactly("w started", "farewell", "w sees the end of /o");
    }

    @Test
    void tellsAWatcherAtOnceOfAnActorThatHasEnded() {
        ActorRef<Object> watcher = test.system.spawn(Recorder.into(seen), "w");
        ActorRef<Object> other = test.system.spawn(Recorder.into(Recorder.list()), "o");
        test.system.stop(other);

        watcher.tell((Recorder.Step) context -> context.watch(other));

        assertThat(seen).containsExactly("w started", "w sees the end of /o");
    }

    @Test
    void doesNotNotifyAnActorThatHasUnwatchedEvenIfTheNoticeIsUnderWay() {
        ActorRef<Object> watcher = test.system.spawn(Recorder.into(seen), "w");
        ActorRef<Object> other = test.system.spawn(Recorder.into(Recorder.list()), "o");
        watcher.tell((Recorder.Step) context -> context.watch(other));

        watcher.tell(
                (Recorder.Step)
                        context -> {
                            context.system().stop(other);
                            context.self().tell((Recorder.Step) later -> later.unwatch(other));
                        });

        assertThat(seen).containsExactly("w started");
    }

    @Test
    void keepsItsContextFromOtherThreadsAndOtherTimes() {
        AtomicReference<ActorContext<Object>> leaked = new AtomicReference<>();
        ActorRef<Object> ref = test.system.spawn(Recorder.into(seen), "a");
        ref.tell((Recorder.Step) leaked::set);

        assertThatThrownBy(() -> leaked.get().children()).isInstanceOf(IllegalStateException.class);
        assertThat(leaked.get().self()).isEqualTo(ref);
    }
}
