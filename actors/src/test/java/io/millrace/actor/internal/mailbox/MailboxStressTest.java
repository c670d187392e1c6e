// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.actor.dispatcher.Dispatchers;
import io.millrace.actor.mailbox.MailboxKind;
import io.millrace.actor.mailbox.Overflow;
import io.millrace.actor.system.ActorSystem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Races of senders with an actor that goes idle, is full, or ends. */
@Timeout(120)
class MailboxStressTest {

    private static final int SENDERS = 3;
    private static final int LONGEST_DELAY = 200;

    @SuppressWarnings("UnusedVariable") // keeps the compiler from removing the loop that writes it
    private static volatile int sink;

    record Numbered(int sender, int number) {}

    @Test
    void losesNoWakeUpAndKeepsTheOrderOfEachSender() throws InterruptedException {
        int each = 700_000;
        CountDownLatch all = new CountDownLatch(SENDERS);
        AtomicLong disorder = new AtomicLong();
        try (ActorSystem system = ActorSystem.create("wake-up")) {
            ActorRef<Numbered> ref =
                    system.spawn(
                            Props.of(() -> {
                                int[] next = new int[SENDERS];
                                return (message, _) -> {
                                    if (message.number != next[message.sender]++) {
                                        disorder.incrementAndGet();
                                    }
                                    if (message.number == each - 1) {
                                        all.countDown();
                                    }
                                };
                            }),
                            "consumer");

            inSenders(sender -> {
                for (int i = 0; i < each; i++) {
                    ref.tell(new Numbered(sender, i));
                    pauseNowAndThen();
                }
            });

            assertThat(all.await(30, TimeUnit.SECONDS)).as("every message arrives").isTrue();
            assertThat(disorder).hasValue(0);
        }
    }

    @Test
    void wakesUpForEachMessageThatMeetsAnActorGoingIdle() throws InterruptedException {
        int rounds = 100_000;
        AtomicLong missed = new AtomicLong();
        try (ActorSystem system =
                ActorSystem.builder("idle").dispatcher(Dispatchers.pool("idle", 1)).build()) {
            AtomicInteger processed = new AtomicInteger();
            ActorRef<Integer> ref =
                    system.spawn(
                            Props.of(() ->
                                    (number, _) -> {
                                        processed.set(number);
                                        linger(LONGEST_DELAY / 2);
                                    }),
                            "a");

            // Sent when the former message has been processed, a little later each time: so it
            // arrives before, while and after the actor goes idle.
            Thread sender =
                    Thread.ofPlatform()
                            .start(() -> {
                                for (int i = 1; i <= rounds && missed.get() == 0; i++) {
                                    linger(i % LONGEST_DELAY);
                                    ref.tell(i);
                                    if (!comes(processed, i)) {
                                        missed.set(i);
                                    }
                                }
                            });
            sender.join();
        }

        assertThat(missed).as("message for which no thread woke up").hasValue(0);
    }

    /** Waits some nanoseconds. */
    private static void linger(int steps) {
        for (int i = 0; i < steps; i++) {
            sink = i;
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // lets the senders run where cores are few
    private static boolean comes(AtomicInteger value, int expected) {
        long deadline = System.nanoTime() + 10_000_000_000L;
        for (int spins = 0; value.get() != expected; spins++) {
            if (spins % 1_000 != 999) {
                Thread.onSpinWait();
            } else if (System.nanoTime() > deadline) {
                return false;
            } else {
                Thread.yield();
            }
        }
        return true;
    }

    @Test
    void processesOrReturnsEachMessageOnceWhenTheActorEndsMeanwhile() throws InterruptedException {
        AtomicLong told = new AtomicLong();
        AtomicLong refused = new AtomicLong();
        AtomicLong processed = new AtomicLong();
        AtomicLong dead = new AtomicLong();
        int rounds = 1_500;
        try (ActorSystem system =
                ActorSystem.builder("closing")
                        .deadLetterListener(_ -> dead.incrementAndGet())
                        .build()) {
            List<ActorRef<Object>> refs = new ArrayList<>();
            for (int i = 0; i < rounds; i++) {
                refs.add(
                        system.spawn(
                                Props.of(() -> (_, _) -> processed.incrementAndGet()), "a" + i));
            }
            inSenders(sender -> {
                for (int i = 0; i < rounds; i++) {
                    for (int k = 0; k < 200; k++) {
                        told.incrementAndGet();
                        if (k % 2 == 0) {
                            refs.get(i).tell(k);
                        } else if (!refs.get(i).offer(k)) {
                            refused.incrementAndGet();
                        }
                        if (sender == 0 && k == i % 200) {
                            system.stop(refs.get(i));
                        }
                    }
                }
            });
            system.stop(Duration.ofSeconds(30));
        }

        // A message that met the end of its actor becomes a dead letter a moment later.
        await().untilAsserted(() ->
                assertThat(processed.get() + dead.get() + refused.get()).isEqualTo(told.get()));
    }

    @ParameterizedTest
    @EnumSource(Overflow.class)
    void neverHoldsMoreThanItsBoundAndAccountsForEachMessage(Overflow overflow)
            throws InterruptedException {
        int bound = 8;
        int each = 200_000;
        AtomicLong waiting = new AtomicLong();
        AtomicLong refused = new AtomicLong();
        AtomicLong processed = new AtomicLong();
        AtomicLong dead = new AtomicLong();
        UserQueue queue = UserQueue.of(MailboxKind.bounded(bound, overflow));
        Thread consumer =
                Thread.ofPlatform()
                        .start(() -> {
                            while (!Thread.currentThread().isInterrupted() || !queue.isEmpty()) {
                                waiting.accumulateAndGet(queue.count(), Math::max);
                                if (queue.take() != null) {
                                    processed.incrementAndGet();
                                }
                            }
                        });

        inSenders(sender -> {
            for (int i = 0; i < each; i++) {
                Object lost = queue.put(new Numbered(sender, i));
                if (UserQueue.REFUSED.equals(lost)) {
                    refused.incrementAndGet();
                } else if (lost != null) {
                    dead.incrementAndGet();
                }
            }
        });
        consumer.interrupt();
        consumer.join();

        assertThat(waiting.get()).isLessThanOrEqualTo(bound);
        assertThat(processed.get() + dead.get() + refused.get()).isEqualTo((long) SENDERS * each);
        assertThat(overflow == Overflow.REJECT ? dead : refused).hasValue(0);
    }

    @SuppressWarnings("ThreadPriorityCheck") // yields to change the interleaving
    private static void pauseNowAndThen() {
        if (ThreadLocalRandom.current().nextInt(64) == 0) {
            Thread.yield();
        }
    }

    private static void inSenders(IntConsumer work) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            int sender = i;
            threads.add(Thread.ofPlatform().start(() -> work.accept(sender)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
