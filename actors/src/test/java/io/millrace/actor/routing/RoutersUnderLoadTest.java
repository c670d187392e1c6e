// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import static java.util.stream.Collectors.counting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.actor.dispatcher.Budget;
import io.millrace.actor.dispatcher.Dispatcher;
import io.millrace.actor.dispatcher.Dispatchers;
import io.millrace.actor.mailbox.MailboxKind;
import io.millrace.actor.mailbox.Overflow;
import io.millrace.actor.supervision.Supervision;
import io.millrace.actor.system.ActorSystem;
import io.millrace.actor.system.StopReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What routers promise while many threads send and routees fail. */
@Timeout(60)
class RoutersUnderLoadTest {

    static List<Routing<Integer>> routings() {
        return List.of(
                Routing.roundRobin(),
                Routing.random(),
                Routing.consistentHash(number -> number),
                Routing.smallestMailbox());
    }

    /** Routees fail and end, the pool restarts; each message still has exactly one result. */
    @ParameterizedTest
    @MethodSource("routings")
    void accountsForEachMessageOnce(Routing<Integer> routing) throws InterruptedException {
        int perSender = 10_000;
        int senders = 4;
        AtomicIntegerArray fate = new AtomicIntegerArray(perSender * senders);
        AtomicInteger processed = new AtomicInteger();
        Dispatcher pool = Dispatchers.pool("routers", 3, new Budget(8, Duration.ofNanos(50_000)));
        ActorSystem system =
                ActorSystem.builder("routers")
                        .dispatcher(pool)
                        .supervision(Supervision.restart(1_000_000, Duration.ofSeconds(60)))
                        .deadLetterListener(letter -> {
                            if (letter.message() instanceof Integer number) {
                                fate.getAndIncrement(number);
                            }
                        })
                        .build();
        Props<Integer> worker =
                Props.<Integer>ofFunction(
                                (number, context) -> {
                                    fate.getAndIncrement(number);
                                    processed.getAndIncrement();
                                    if (number % 997 == 0) {
                                        throw new IllegalStateException("fails");
                                    }
                                    if (number % 3_001 == 0) {
                                        context.stopSelf();
                                    }
                                })
                        .withMailbox(MailboxKind.bounded(500, Overflow.REJECT));
        ActorRef<Integer> router =
                system.spawn(
                        Routers.pool(40, worker, routing)
                                .withSupervision(
                                        Supervision.decide(error ->
                                                System.identityHashCode(error) % 2 == 0
                                                        ? Supervision.escalate()
                                                        : Supervision.restart(
                                                                1_000_000,
                                                                Duration.ofSeconds(60)))));

        CountDownLatch done = new CountDownLatch(senders);
        for (int sender = 0; sender < senders; sender++) {
            int first = sender * perSender;
            Thread.ofPlatform()
                    .start(() -> {
                        for (int i = first; i < first + perSender; i++) {
                            if (i % 2 == 0) {
                                router.tell(i);
                            } else if (!router.offer(i)) {
                                fate.getAndIncrement(i);
                            }
                        }
                        done.countDown();
                    });
        }
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        StopReport report = system.stop(Duration.ofSeconds(30));
        pool.close();

        assertThat(report.actorsLeft()).isZero();
        assertThat(processed).hasPositiveValue();
        // A message that met the end of its actor becomes a dead letter a moment later.
        await().untilAsserted(() -> {
            for (int i = 0; i < fate.length(); i++) {
                assertThat(fate.get(i)).as("message %s", i).isEqualTo(1);
            }
        });
    }

    @Test
    void aBroadcastOfManySendersReachesEachRouteeOnce() throws InterruptedException {
        int routees = 3;
        int perSender = 10_000;
        int senders = 4;
        AtomicIntegerArray got = new AtomicIntegerArray(perSender * senders);
        Dispatcher pool = Dispatchers.pool("broadcast", 3);
        ActorSystem system = ActorSystem.builder("broadcast").dispatcher(pool).build();
        Props<Integer> counting = Props.ofFunction((number, _) -> got.getAndIncrement(number));
        List<ActorRef<Integer>> members =
                Stream.generate(() -> system.spawn(counting)).limit(routees).toList();
        ActorRef<Integer> group = system.spawn(Routers.group(members, Routing.broadcast()));

        CountDownLatch done = new CountDownLatch(senders);
        for (int sender = 0; sender < senders; sender++) {
            int first = sender * perSender;
            Thread.ofPlatform()
                    .start(() -> {
                        for (int i = first; i < first + perSender; i++) {
                            group.tell(i);
                        }
                        done.countDown();
                    });
        }
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(system.stop(Duration.ofSeconds(30)).isClean()).isTrue();
        pool.close();

        for (int i = 0; i < got.length(); i++) {
            assertThat(got.get(i)).as("message %s", i).isEqualTo(routees);
        }
    }

    /** With one routee the messages of a sender must arrive in order, also through restarts. */
    @Test
    void noMessageOvertakesAnotherOfItsSenderAcrossRestarts() throws InterruptedException {
        record From(int sender, int number) {}
        int senders = 3;
        int perSender = 20_000;
        Map<Integer, Integer> last = new ConcurrentHashMap<>();
        AtomicInteger disorder = new AtomicInteger();
        AtomicInteger fates = new AtomicInteger();
        Dispatcher pool = Dispatchers.pool("order", 3, new Budget(8, Duration.ofNanos(50_000)));
        ActorSystem system =
                ActorSystem.builder("order")
                        .dispatcher(pool)
                        .supervision(Supervision.restart(1_000_000, Duration.ofSeconds(60)))
                        .deadLetterListener(_ -> fates.getAndIncrement())
                        .build();
        Props<From> routee =
                Props.ofFunction((message, _) -> {
                    fates.getAndIncrement();
                    Integer before = last.put(message.sender, message.number);
                    if (before != null && before > message.number) {
                        disorder.getAndIncrement();
                    }
                    if (message.number % 1_000 == 0) {
                        throw new IllegalStateException("fails");
                    }
                });
        ActorRef<From> router =
                system.spawn(
                        Routers.pool(1, routee, Routing.roundRobin())
                                .withSupervision(Supervision.escalate()));

        for (int sender = 0; sender < senders; sender++) {
            int from = sender;
            Thread.ofPlatform()
                    .start(() -> {
                        for (int i = 0; i < perSender; i++) {
                            router.tell(new From(from, i));
                        }
                    });
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> fates.get() == senders * perSender);
        assertThat(system.stop(Duration.ofSeconds(30)).actorsLeft()).isZero();
        pool.close();

        assertThat(disorder).hasValue(0);
    }
}
