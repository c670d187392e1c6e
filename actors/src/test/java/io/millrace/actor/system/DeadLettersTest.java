// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.system;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.actor.ActorRef;
import io.millrace.actor.UndeliveredMessage;
import io.millrace.actor.dispatcher.Dispatchers;
import io.millrace.actor.fixture.Recorder;
import io.millrace.actor.fixture.SingleThread;
import io.millrace.actor.mailbox.MailboxKind;
import io.millrace.actor.mailbox.Overflow;
import io.millrace.actor.time.ManualScheduler;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class DeadLettersTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger(DeadLetters.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final SingleThread test = new SingleThread();
    private final ActorRef<Object> gone = test.system.spawn(Recorder.into(Recorder.list()), "gone");

    @BeforeEach
    void listen() {
        test.system.stop(gone);
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(lines);
        test.close();
    }

    private List<String> logged() {
        return lines.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains(" test"))
                .toList();
    }

    @Test
    void logsThreeASecondAndThenHowManyMore() {
        for (int i = 0; i < 10; i++) {
            gone.tell("a secret");
        }
        assertThat(logged()).hasSize(3);

        test.time.advance(Duration.ofSeconds(1));
        assertThat(logged()).hasSize(4).last().asString().startsWith("7 more dead letters");

        gone.tell("a secret");
        test.time.advance(Duration.ofSeconds(1));
        assertThat(logged()).hasSize(5);
    }

    @Test
    void namesTheRecipientAndTheTypeButNotTheContent() {
        gone.tell("a secret");

        assertThat(logged())
                .singleElement()
                .asString()
                .contains("/gone", "java.lang.String", "STOPPED")
                .doesNotContain("secret");
    }

    @Test
    void tellsTheListenerOfEachOne() {
        for (int i = 0; i < 10; i++) {
            gone.tell(i);
        }

        assertThat(test.lost()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void survivesAListenerThatThrows() {
        try (ActorSystem system =
                ActorSystem.builder("listened")
                        .dispatcher(Dispatchers.callingThread())
                        .scheduler(new ManualScheduler())
                        .deadLetterListener(letter -> {
                            throw new IllegalStateException("as asked");
                        })
                        .deadLetterListener(test.deadLetters::add)
                        .build()) {
            ActorRef<Object> ref = system.spawn(Recorder.into(Recorder.list()), "a");
            system.stop(ref);

            ref.tell("lost");

            assertThat(test.lost()).containsExactly("lost");
        }
    }

    @Test
    void saysWhyEachMessageIsLost() {
        List<Object> seen = Recorder.list();
        ActorRef<Object> rejecting = bounded("rejecting", Overflow.REJECT, seen);
        ActorRef<Object> dropping = bounded("dropping", Overflow.DROP_OLDEST, seen);

        rejecting.tell((Recorder.Step) context -> tell(context.self(), 1, 2));
        dropping.tell((Recorder.Step) context -> tell(context.self(), 3, 4));

        assertThat(test.deadLetters)
                .containsExactly(
                        new UndeliveredMessage(
                                rejecting, 2, UndeliveredMessage.Reason.MAILBOX_FULL),
                        new UndeliveredMessage(dropping, 3, UndeliveredMessage.Reason.DROPPED));
        assertThat(seen).contains(1, 4).doesNotContain(2, 3);
    }

    private ActorRef<Object> bounded(String name, Overflow overflow, List<Object> seen) {
        return test.system.spawn(
                Recorder.into(seen).withMailbox(MailboxKind.bounded(1, overflow)), name);
    }

    private static void tell(ActorRef<Object> ref, Object... messages) {
        for (Object message : messages) {
            ref.tell(message);
        }
    }
}
