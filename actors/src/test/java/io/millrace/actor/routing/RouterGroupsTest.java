// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.actor.UndeliveredMessage;
import io.millrace.actor.UndeliveredMessage.Reason;
import io.millrace.actor.fixture.Recorder;
import io.millrace.actor.fixture.Recorder.Step;
import io.millrace.actor.fixture.SingleThread;
import io.millrace.actor.mailbox.MailboxKind;
import io.millrace.actor.mailbox.Overflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Groups of routees that exist without the router, and the ways to choose among routees. */
@Timeout(60)
class RouterGroupsTest {

    private static List<ActorRef<Object>> recorders(SingleThread test, List<List<Object>> seen) {
        return IntStream.range(0, seen.size())
                .mapToObj(i -> test.system.spawn(Recorder.into(seen.get(i)), "r" + i))
                .toList();
    }

    private static List<List<Object>> lists(int count) {
        return Stream.generate(Recorder::list).limit(count).toList();
    }

    @Test
    void aGroupTakesOutThoseThatEndAndStaysWhenNoneIsLeft() {
        try (SingleThread test = new SingleThread()) {
            List<List<Object>> got = lists(2);
            List<ActorRef<Object>> routees = recorders(test, got);
            ActorRef<Object> group =
                    test.system.spawn(Routers.group(routees, Routing.roundRobin()), "group");

            test.system.stop(routees.getFirst());
            group.tell("a");
            group.tell("b");
            assertThat(got.get(1)).containsExactly("r1 started", "a", "b");

            test.system.stop(routees.get(1));
            group.tell("c");
            assertThat(test.deadLetters)
                    .containsExactly(new UndeliveredMessage(group, "c", Reason.STOPPED));
            assertThat(test.events).doesNotContain("stopped /group");
        }
    }

    @Test
    void poisoningAGroupLeavesItsRouteesAlone() {
        try (SingleThread test = new SingleThread()) {
            List<List<Object>> got = lists(1);
            List<ActorRef<Object>> routees = recorders(test, got);
            ActorRef<Object> group =
                    test.system.spawn(Routers.group(routees, Routing.roundRobin()), "group");

            test.system.poison(group);

            assertThat(test.events).contains("stopped /group").doesNotContain("stopped /r0");
            assertThat(group.offer("late")).isFalse();
            assertThat(routees.getFirst().offer("direct")).isTrue();
        }
    }

    @Test
    void broadcastReachesAllAndIsTakenOnlyWhenAllTakeIt() {
        try (SingleThread test = new SingleThread()) {
            List<Object> wide = Recorder.list();
            List<Object> narrow = Recorder.list();
            ActorRef<Object> second =
                    test.system.spawn(
                            Recorder.into(narrow)
                                    .withMailbox(MailboxKind.bounded(1, Overflow.REJECT)),
                            "narrow");
            ActorRef<Object> group =
                    test.system.spawn(
                            Routers.group(
                                    List.of(test.system.spawn(Recorder.into(wide), "wide"), second),
                                    Routing.broadcast()));
            List<Boolean> taken = new ArrayList<>();

            second.tell(
                    (Step)
                            _ -> {
                                taken.add(group.offer(1));
                                taken.add(group.offer(2));
                            });

            assertThat(taken).containsExactly(true, false);
            assertThat(wide).containsExactly("wide started", 1, 2);
            assertThat(narrow).containsExactly("narrow started", 1);
        }
    }

    @Test
    void ofTheAnswersToABroadcastTheFirstCounts() {
        try (SingleThread test = new SingleThread()) {
            Props<Object> answering =
                    Props.ofFunction((_, context) -> context.respond(context.name()));
            ActorRef<Object> pool =
                    test.system.spawn(Routers.pool(3, answering, Routing.broadcast()));

            assertThat(test.system.ask(pool, "who", String.class, Duration.ofSeconds(1)))
                    .isCompletedWithValue("$1");
            assertThat(test.lost()).containsExactly("$2", "$3");
        }
    }

    @Test
    void theSmallestMailboxIsAnIdleOneAndElseTheShortest() {
        try (SingleThread test = new SingleThread()) {
            List<List<Object>> got = lists(3);
            List<ActorRef<Object>> routees = recorders(test, got);
            ActorRef<Object> group =
                    test.system.spawn(Routers.group(routees, Routing.smallestMailbox()));
            ActorRef<Object> busy = routees.getFirst();

            busy.tell(
                    (Step)
                            _ -> {
                                routees.get(1).tell("load");
                                routees.get(1).tell("load");
                                group.tell("to the idle one");
                                group.tell("to one of one");
                                group.tell("to one of one");
                            });

            assertThat(got.get(2)).contains("to the idle one");
            assertThat(got.get(1)).containsExactly("r1 started", "load", "load");
        }
    }

    @Test
    void aKeyKeepsItsRouteeAndAnEndMovesOnlyTheKeysOfItsRoutee() {
        try (SingleThread test = new SingleThread()) {
            int routeeCount = 8;
            int keys = 8_000;
            List<List<Object>> got = lists(routeeCount);
            List<ActorRef<Object>> routees = recorders(test, got);
            ActorRef<Object> group =
                    test.system.spawn(Routers.group(routees, Routing.consistentHash(key -> key)));

            Map<Object, Integer> before = ownersOf(group, keys, got);
            assertThat(ownersOf(group, keys, got)).isEqualTo(before);
            Map<Integer, Long> shares =
                    before.values().stream().collect(groupingBy(owner -> owner, counting()));
            assertThat(shares).hasSize(routeeCount);
            assertThat(shares.values()).allMatch(share -> share > 500 && share < 1_600);

            test.system.stop(routees.get(3));
            Map<Object, Integer> after = ownersOf(group, keys, got);

            before.forEach((key, owner) -> {
                if (owner == 3) {
                    assertThat(after.get(key)).isNotEqualTo(3);
                } else {
                    assertThat(after.get(key)).isEqualTo(owner);
                }
            });
        }
    }

    private static Map<Object, Integer> ownersOf(
            ActorRef<Object> group, int keys, List<List<Object>> got) {
        got.forEach(List::clear);
        for (int key = 0; key < keys; key++) {
            group.tell("key-" + key);
        }
        Map<Object, Integer> owners = new ConcurrentHashMap<>();
        for (int i = 0; i < got.size(); i++) {
            for (Object key : got.get(i)) {
                owners.put(key, i);
            }
        }
        return owners;
    }
}
