// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.actor.dispatcher.Budget;
import io.millrace.actor.dispatcher.Dispatcher;
import io.millrace.actor.dispatcher.Dispatchers;
import io.millrace.actor.mailbox.MailboxKind;
import io.millrace.actor.mailbox.Overflow;
import io.millrace.actor.supervision.Supervision;
import io.millrace.actor.system.ActorSystem;
import io.millrace.actor.system.ActorSystemListener;
import io.millrace.actor.system.StopReport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random trees, messages, failures, restarts and stops. Each sent message must be processed, become a dead
 * letter or be refused, exactly once. The seed is in the name of the test.
 */
@Timeout(120)
class RandomTreeTest {

    private static final int MESSAGES = 60_000;
    private static final int SENDERS = 3;
    private static final int PLACES = 100;

    record Numbered(int number) {}

    private final AtomicIntegerArray fate = new AtomicIntegerArray(MESSAGES);
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger processed = new AtomicInteger();
    private final AtomicInteger planted = new AtomicInteger();
    private final AtomicInteger restarts = new AtomicInteger();
    private final List<ActorRef<Object>> known = new CopyOnWriteArrayList<>();
    private final AtomicInteger alive = new AtomicInteger();

    static long[] seeds() {
        return ThreadLocalRandom.current().longs(Integer.getInteger("random.trees", 3)).toArray();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void accountsForEachMessageOnce(long seed) throws InterruptedException {
        RandomGenerator random = random(seed);
        Dispatcher dispatcher =
                Dispatchers.pool("random", 3, new Budget(4, Duration.ofNanos(50_000)));
        ActorSystem system =
                ActorSystem.builder("random")
                        .dispatcher(dispatcher)
                        .deadLetterListener(this::lost)
                        .listener(new Census())
                        .build();
        for (int i = 0; i < PLACES; i++) {
            known.add(system.spawn(props(random(random.nextLong()), 0), "first" + i));
        }
        Thread[] senders = new Thread[SENDERS];
        for (int i = 0; i < SENDERS; i++) {
            RandomGenerator own = random(random.nextLong());
            senders[i] = Thread.ofPlatform().start(() -> send(own, system));
        }
        for (Thread sender : senders) {
            sender.join();
        }
        // Some actors are in an endless back-off: the first call discards their messages.
        system.stop(Duration.ofMillis(200));
        StopReport report = system.stop(Duration.ofSeconds(30));
        dispatcher.close();

        assertThat(report.actorsLeft()).isZero();
        assertThat(alive).hasValue(0);
        assertThat(restarts).hasPositiveValue();
        assertThat(processed.get()).isBetween(MESSAGES / 50, MESSAGES - 1);
        // A message that met the end of its actor becomes a dead letter a moment later.
        await().untilAsserted(() -> {
            for (int number = 0; number < Math.min(MESSAGES, sent.get()); number++) {
                assertThat(fate.get(number)).as("message %s", number).isEqualTo(1);
            }
        });
    }

    private void send(RandomGenerator random, ActorSystem system) {
        while (sendOne(random)) {
            if (random.nextInt(40) == 0) {
                plant(random, system);
            }
            if (random.nextInt(2_000) == 0) {
                ActorRef<Object> victim = anyActor(random);
                if (random.nextBoolean()) {
                    system.stop(victim);
                } else {
                    system.poison(victim);
                }
            }
        }
    }

    /** Replaces a known actor by a new tree. */
    private void plant(RandomGenerator random, ActorSystem system) {
        ActorRef<Object> top =
                system.spawn(
                        props(random(random.nextLong()), 0), "top" + planted.incrementAndGet());
        known.set(random.nextInt(PLACES), top);
    }

    private boolean sendOne(RandomGenerator random) {
        int number = sent.getAndIncrement();
        if (number >= MESSAGES) {
            return false;
        }
        Numbered message = new Numbered(number);
        if (random.nextBoolean()) {
            anyActor(random).tell(message);
        } else if (!anyActor(random).offer(message)) {
            fate.incrementAndGet(number);
        }
        return true;
    }

    private ActorRef<Object> anyActor(RandomGenerator random) {
        return known.get(random.nextInt(known.size()));
    }

    private void lost(UndeliveredMessage letter) {
        if (letter.message() instanceof Numbered(int number)) {
            fate.incrementAndGet(number);
        }
    }

    private Props<Object> props(RandomGenerator random, int depth) {
        Supervision supervision =
                switch (random.nextInt(6)) {
                    case 0 -> Supervision.resume();
                    case 5 -> Supervision.allForOne(Supervision.restart(3, Duration.ofMillis(50)));
                    case 1 -> Supervision.stop();
                    case 2 -> Supervision.escalate();
                    case 3 -> Supervision.backoff(Duration.ofMillis(1), Duration.ofMillis(8), 0.5);
                    default -> Supervision.restart(3, Duration.ofMillis(50));
                };
        MailboxKind mailbox =
                switch (random.nextInt(9)) {
                    case 0, 1, 2 ->
                            MailboxKind.bounded(
                                    4, List.of(Overflow.values()).get(random.nextInt(3)));
                    case 3 -> MailboxKind.waiting(4, Duration.ofNanos(100_000));
                    case 4 ->
                            MailboxKind.priority(
                                    3, message -> message instanceof Numbered(int n) ? n % 3 : 0);
                    default -> MailboxKind.unbounded();
                };
        long seed = random.nextLong();
        return Props.<Object>of(() -> new Node(random(seed), depth))
                .withStash(8)
                .withSupervision(supervision)
                .withMailbox(mailbox);
    }

    private static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("SplittableRandom").create(seed);
    }

    private final class Node implements Actor<Object> {
        private final RandomGenerator random;
        private final int depth;
        private int stashed;

        Node(RandomGenerator random, int depth) {
            this.random = random;
            this.depth = depth;
        }

        @Override
        public void started(ActorContext<Object> context) {
            for (int i = 0; depth < 3 && i < random.nextInt(3); i++) {
                known.set(random.nextInt(PLACES), context.spawn(props(random, depth + 1)));
            }
            if (random.nextInt(20) == 0) {
                throw new IllegalStateException("fails in its start");
            }
        }

        @Override
        public void receive(Object message, ActorContext<Object> context) {
            int action = random.nextInt(200);
            if (action == 10 && stashed < 8) {
                stashed++;
                context.stash();
                return;
            }
            if (message instanceof Numbered(int number)) {
                fate.incrementAndGet(number);
                processed.incrementAndGet();
            }
            switch (action) {
                case 0 -> throw new IllegalStateException("fails");
                case 1 -> context.stopSelf();
                case 2 -> context.watch(anyOtherThan(context.self()));
                case 3 -> context.children().forEach(context::stop);
                case 4, 5, 6, 7, 8, 9 -> sendOne(random);
                case 11 -> {
                    stashed = 0;
                    context.unstashAll();
                }
                case 12 -> context.await(soon(), (_, _) -> {});
                default -> {}
            }
        }

        private CompletionStage<Void> soon() {
            return new CompletableFuture<Void>()
                    .completeOnTimeout(null, random.nextInt(1_000), TimeUnit.MICROSECONDS);
        }

        private ActorRef<Object> anyOtherThan(ActorRef<Object> self) {
            ActorRef<Object> other = anyActor(random);
            return other.equals(self) ? known.get(known.indexOf(self) == 0 ? 1 : 0) : other;
        }
    }

    private final class Census implements ActorSystemListener {
        @Override
        public void actorStarted(ActorRef<?> actor) {
            alive.incrementAndGet();
        }

        @Override
        public void actorStopped(ActorRef<?> actor) {
            alive.decrementAndGet();
        }

        @Override
        public void actorRestarted(ActorRef<?> actor, Throwable cause) {
            restarts.incrementAndGet();
        }
    }
}
