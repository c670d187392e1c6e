// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.actor.fixture.Recorder;
import io.millrace.actor.fixture.SingleThread;
import io.millrace.actor.time.Cancellable;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventStreamTest {

    private final SingleThread test = new SingleThread();
    private final EventStream events = test.system.events();
    private final List<Object> seen = Recorder.list();

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void tellsTheSubscribersOfAClassAndOfWhatItExtends() {
        events.subscribe(Integer.class, (Integer number) -> seen.add("integer " + number));
        events.subscribe(Number.class, (Number number) -> seen.add("number " + number));

        events.publish(1);
        events.publish(2.5);
        events.publish("text");

        assertThat(seen).containsExactly("integer 1", "number 1", "number 2.5");
    }

    @Test
    void tellsNoSubscriberAfterItsCancellation() {
        Cancellable subscription = events.subscribe(String.class, (String text) -> seen.add(text));

        assertThat(subscription.cancel()).isTrue();
        events.publish("text");

        assertThat(seen).isEmpty();
        assertThat(subscription.cancel()).isFalse();
    }

    @Test
    void tellsAnActorUntilItEnds() {
        ActorRef<Object> actor = test.system.spawn(Recorder.into(seen), "a");
        Cancellable subscription = events.subscribe(String.class, actor);

        events.publish("one");
        test.system.stop(actor);
        events.publish("two");

        assertThat(seen).containsExactly("a started", "one", "a stopping", "a stopped");
        assertThat(subscription.cancel()).as("it is forgotten already").isFalse();
        assertThat(test.deadLetters).isEmpty();
    }

    @Test
    void goesOnWhenASubscriberFails() {
        events.subscribe(
                String.class,
                (String _) -> {
                    throw new IllegalStateException("as asked");
                });
        events.subscribe(String.class, (String text) -> seen.add(text));

        events.publish("text");

        assertThat(seen).containsExactly("text");
    }

    @Test
    void theSystemPublishesItsDeadLetters() {
        events.subscribe(
                UndeliveredMessage.class,
                (UndeliveredMessage letter) -> seen.add(letter.message()));
        ActorRef<Object> actor = test.system.spawn(Recorder.into(Recorder.list()), "a");
        test.system.stop(actor);

        actor.tell("lost");

        assertThat(seen).containsExactly("lost");
    }
}
