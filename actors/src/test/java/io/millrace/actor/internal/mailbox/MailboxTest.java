// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.actor.UndeliveredMessage.Reason;
import io.millrace.actor.dispatcher.Budget;
import io.millrace.actor.dispatcher.Dispatcher;
import io.millrace.actor.mailbox.MailboxKind;
import io.millrace.actor.mailbox.Overflow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The mailbox alone, run by hand. */
class MailboxTest {

    private static final String START = "start";
    private static final String OTHER = "other system message";

    private final Owner owner = new Owner();

    private Mailbox<String> mailbox(MailboxKind kind) {
        return new Mailbox<>(owner, UserQueue.of(kind), START);
    }

    @Test
    void isSubmittedOnceHoweverMuchComesIn() {
        Mailbox<String> mailbox = mailbox(MailboxKind.unbounded());

        mailbox.start();
        mailbox.offer(1);
        mailbox.offer(2);
        mailbox.send(OTHER);

        assertThat(owner.submitted).containsExactly(mailbox);
        owner.runAll();
        assertThat(owner.seen).containsExactly(START, OTHER, 1, 2);
        assertThat(mailbox.isQuiet()).isTrue();
    }

    @Test
    void staysForWhatComesAfterItsLastLookAndBeforeItIsIdle() {
        Mailbox<String> mailbox = mailbox(MailboxKind.unbounded());
        owner.onLeaving = () -> mailbox.offer("late");
        mailbox.start();

        owner.runOne();

        assertThat(owner.submitted).isEmpty();
        assertThat(owner.seen).containsExactly(START, "late");

        owner.onLeaving = () -> mailbox.send(OTHER);
        mailbox.offer("next");
        owner.runOne();

        assertThat(owner.seen).containsExactly(START, "late", "next", OTHER);
        assertThat(mailbox.isQuiet()).isTrue();
    }

    @Test
    void handlesSystemMessagesBetweenTwoUserMessages() {
        Mailbox<String> mailbox = mailbox(MailboxKind.unbounded());
        owner.onProcess =
                entry -> {
                    if (entry.equals(1)) {
                        mailbox.send(OTHER);
                    }
                };
        mailbox.offer(1);
        mailbox.offer(2);

        owner.runAll();

        assertThat(owner.seen).containsExactly(START, 1, OTHER, 2);
    }

    @Test
    void holdsUserMessagesBackUntilTheLastSuspensionIsTakenBack() {
        Mailbox<String> mailbox = mailbox(MailboxKind.unbounded());
        owner.onHandle =
                message -> {
                    if (message.equals(START)) {
                        mailbox.suspend();
                        mailbox.suspend();
                    } else {
                        mailbox.resume();
                    }
                };
        mailbox.offer(1);

        owner.runAll();
        mailbox.offer(2);
        assertThat(owner.submitted).isEmpty();
        mailbox.send(OTHER);
        owner.runAll();
        assertThat(owner.seen).containsExactly(START, OTHER);

        mailbox.send(OTHER);
        owner.runAll();
        assertThat(owner.seen).containsExactly(START, OTHER, OTHER, 1, 2);
    }

    @Test
    void ignoresAResumeTooMany() {
        Mailbox<String> mailbox = mailbox(MailboxKind.unbounded());
        owner.onHandle = message -> mailbox.resume();
        mailbox.offer(1);

        owner.runAll();

        assertThat(owner.seen).containsExactly(START, 1);
    }

    @Test
    void goesToTheEndOfTheLineWhenItsMessagesAreUsedUp() {
        owner.budget = new Budget(2, Duration.ofDays(1));
        Mailbox<String> mailbox = mailbox(MailboxKind.unbounded());
        for (int i = 1; i <= 5; i++) {
            mailbox.offer(i);
        }

        owner.runOne();
        assertThat(owner.seen).containsExactly(START, 1, 2);
        assertThat(owner.submitted).containsExactly(mailbox);
        owner.runOne();
        owner.runOne();
        assertThat(owner.seen).containsExactly(START, 1, 2, 3, 4, 5);
        assertThat(owner.submitted).isEmpty();
    }

    @Test
    void goesToTheEndOfTheLineWhenItsTimeIsUsedUp() {
        owner.budget = new Budget(100, Duration.ofNanos(200));
        owner.onProcess = entry -> owner.now += 100;
        Mailbox<String> mailbox = mailbox(MailboxKind.unbounded());
        for (int i = 1; i <= 5; i++) {
            mailbox.offer(i);
        }

        owner.runOne();

        assertThat(owner.seen).containsExactly(START, 1, 2, 3);
        assertThat(owner.submitted).containsExactly(mailbox);
    }

    @Test
    void returnsWaitingMessagesWhenItIsClosedAndRefusesLaterOnes() {
        Mailbox<String> mailbox = mailbox(MailboxKind.unbounded());
        owner.onHandle = message -> mailbox.close();
        mailbox.offer(1);

        owner.runAll();

        assertThat(owner.seen).containsExactly(START);
        assertThat(owner.undelivered).containsExactly(1);
        assertThat(mailbox.offer(2)).isEqualTo(Reason.STOPPED);
        assertThat(owner.undelivered).containsExactly(1);
        assertThat(mailbox.send(OTHER)).isTrue();
    }

    @Test
    void refusesSystemMessagesAfterItsEnd() {
        Mailbox<String> mailbox = mailbox(MailboxKind.unbounded());
        owner.onHandle = message -> mailbox.closeSystem();
        mailbox.start();

        owner.runAll();

        assertThat(mailbox.send(OTHER)).isFalse();
        assertThat(owner.submitted).isEmpty();
    }

    @Test
    void refusesTheNewestWhenItIsFullAndRejects() {
        Mailbox<String> mailbox = mailbox(MailboxKind.bounded(2, Overflow.REJECT));

        assertThat(mailbox.offer(1)).isNull();
        assertThat(mailbox.offer(2)).isNull();
        assertThat(mailbox.offer(3)).isEqualTo(Reason.MAILBOX_FULL);
        owner.runAll();
        assertThat(mailbox.offer(4)).isNull();
        owner.runAll();

        assertThat(owner.seen).containsExactly(START, 1, 2, 4);
        assertThat(owner.undelivered).isEmpty();
    }

    @Test
    void losesTheNewestWhenItIsFullAndDropsTheNewest() {
        Mailbox<String> mailbox = mailbox(MailboxKind.bounded(2, Overflow.DROP_NEWEST));
        for (int i = 1; i <= 4; i++) {
            assertThat(mailbox.offer(i)).isNull();
        }

        owner.runAll();

        assertThat(owner.seen).containsExactly(START, 1, 2);
        assertThat(owner.undelivered).containsExactly(3, 4);
    }

    @Test
    void losesTheOldestWhenItIsFullAndDropsTheOldest() {
        Mailbox<String> mailbox = mailbox(MailboxKind.bounded(2, Overflow.DROP_OLDEST));
        for (int i = 1; i <= 4; i++) {
            assertThat(mailbox.offer(i)).isNull();
        }

        owner.runAll();

        assertThat(owner.seen).containsExactly(START, 3, 4);
        assertThat(owner.undelivered).containsExactly(1, 2);
    }

    @Test
    void neitherCountsNorLosesItsOwnEntries() {
        for (Overflow overflow : Overflow.values()) {
            owner.seen.clear();
            Mailbox<String> mailbox = mailbox(MailboxKind.bounded(1, overflow));
            ControlEntry first = new ControlEntry() {};
            ControlEntry second = new ControlEntry() {};
            mailbox.offerControl(first);
            mailbox.offer("message");
            mailbox.offerControl(second);
            mailbox.offer("one too many");

            owner.runAll();

            assertThat(owner.seen).hasSize(4).contains(START, first, second);
            assertThat(mailbox.count()).isZero();
        }
    }

    @Test
    void movesToTheOtherDispatcherWhenItsOwnHasEnded() {
        owner.refuses = true;
        Mailbox<String> mailbox = mailbox(MailboxKind.unbounded());
        mailbox.offer(1);

        assertThat(owner.fallback).containsExactly(mailbox);
        owner.fallback.remove().run();

        assertThat(owner.seen).containsExactly(START, 1);
    }

    @Test
    void givesItsMessagesBackWhenThereIsNoThreadAtAll() {
        owner.refuses = true;
        owner.fallbackRefuses = true;
        Mailbox<String> mailbox = mailbox(MailboxKind.unbounded());

        mailbox.offer(1);

        assertThat(owner.seen).isEmpty();
        assertThat(owner.undelivered).containsExactly(1);
        assertThat(mailbox.offer(2)).isEqualTo(Reason.STOPPED);
    }

    @Test
    void refusesABoundThatMakesNoSense() {
        assertThatThrownBy(() -> MailboxKind.bounded(0, Overflow.REJECT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("capacity");
    }

    private static final class Owner implements MailboxOwner<String> {
        final List<Object> seen = new ArrayList<>();
        final List<Object> undelivered = new ArrayList<>();
        final Queue<Runnable> submitted = new ArrayDeque<>();
        final Queue<Runnable> fallback = new ArrayDeque<>();
        java.util.function.Consumer<Object> onProcess = entry -> {};
        java.util.function.Consumer<String> onHandle = message -> {};
        Runnable onLeaving = () -> {};
        Budget budget = Budget.DEFAULT;
        boolean refuses;
        boolean fallbackRefuses;
        long now;

        void runOne() {
            submitted.remove().run();
        }

        void runAll() {
            while (!submitted.isEmpty()) {
                runOne();
            }
        }

        @Override
        public void handle(String message) {
            seen.add(message);
            onHandle.accept(message);
        }

        @Override
        public void process(Object entry) {
            seen.add(entry);
            onProcess.accept(entry);
        }

        @Override
        public void undelivered(Object entry, Reason reason) {
            undelivered.add(entry);
        }

        @Override
        public void runBy(@Nullable Thread thread) {
            if (thread == null) {
                Runnable once = onLeaving;
                onLeaving = () -> {};
                once.run();
            }
        }

        @Override
        public Dispatcher dispatcher() {
            return dispatcher(submitted, refuses);
        }

        @Override
        public Dispatcher fallback() {
            return dispatcher(fallback, fallbackRefuses);
        }

        private Dispatcher dispatcher(Queue<Runnable> tasks, boolean refusing) {
            return new Dispatcher() {
                @Override
                public void execute(Runnable task) {
                    if (refusing) {
                        throw new RejectedExecutionException();
                    }
                    tasks.add(task);
                }

                @Override
                public Budget budget() {
                    return budget;
                }
            };
        }

        @Override
        public long nanoTime() {
            return now;
        }
    }
}
