// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.rule.script.pool.RunQueue.Admission;
import io.millrace.rule.script.pool.RunQueue.Turn;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Many random steps of a queue beside a simple, slow model: lists of waiting, running and hanging calls. The seed is in
 * the name of the test.
 */
class RunQueueRandomTest {

    private static final int STEPS = 50_000;
    private static final int TENANTS = 5;
    private static final int ORIGINATORS = 6;

    private record Who(int tenant, int originator) {}

    private record Call(Who who, int number) {}

    private final Map<Who, Deque<Call>> waiting = new HashMap<>();
    private final List<Turn<Call>> running = new ArrayList<>();
    private final List<Turn<Call>> hanging = new ArrayList<>();
    private final Set<Admission> seen = EnumSet.noneOf(Admission.class);

    /** How often others were served since a tenant, or an originator within its tenant, could have been. */
    private final Map<Integer, Integer> tenantPassedOver = new HashMap<>();

    private final Map<Who, Integer> originatorPassedOver = new HashMap<>();

    private final TenantId[] tenants = new TenantId[TENANTS];
    private final EntityId[] originators = new EntityId[ORIGINATORS];
    private int capacity;
    private int perTenant;
    private int perOriginator;
    private int replaced;
    private int next;

    static List<Long> seeds() {
        return new Random().longs(10).boxed().toList();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void servesEveryoneByTurnsWithinAllBoundsAndForgetsWhatHasEnded(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < TENANTS; i++) {
            tenants[i] = new TenantId(new UUID(random.nextLong(), i));
        }
        for (int i = 0; i < ORIGINATORS; i++) {
            originators[i] =
                    new EntityId(EntityType.DEVICE, new UUID(random.nextLong(), random.nextLong()));
        }
        capacity = 2 + random.nextInt(60);
        perTenant = 1 + random.nextInt(4);
        replaced = random.nextInt(3);
        perOriginator = 1 + random.nextInt(3);
        RunQueue<Call> queue = new RunQueue<>(capacity, perTenant, perOriginator, replaced);

        int busy = 6;
        for (int step = 0; step < STEPS; step++) {
            if (step % 500 == 0) {
                busy = 2 + random.nextInt(9);
            }
            int chance = random.nextInt(1000);
            if (chance == 0) {
                drain(queue);
            } else if (chance < 6) {
                giveUp(queue, random);
            } else if (chance < 14) {
                endOneOf(hanging, queue, random);
            } else if (random.nextInt(12) < busy) {
                offer(queue, random);
            } else if (random.nextBoolean()) {
                start(queue);
            } else {
                endOneOf(running, queue, random);
            }
            check(queue);
        }
        finish(queue, random);

        assertThat(seen).contains(Admission.ADMITTED, Admission.TENANT_FULL);
        assertThat(queue.isEmpty()).isTrue();
    }

    private void offer(RunQueue<Call> queue, Random random) {
        // The lower numbers get more, so that there are the big and the small.
        int tenant = random.nextInt(1 + random.nextInt(TENANTS));
        Who who = new Who(tenant, random.nextInt(1 + random.nextInt(ORIGINATORS)));
        Call call = new Call(who, next++);
        Admission expected = admissionOf(who);
        seen.add(expected);
        assertThat(queue.offer(tenants[tenant], originators[who.originator], call))
                .isEqualTo(expected);
        if (expected == Admission.ADMITTED) {
            waiting.computeIfAbsent(who, _ -> new ArrayDeque<>()).add(call);
        }
    }

    private Admission admissionOf(Who who) {
        if (waitingOf(_ -> true) >= capacity) {
            return Admission.FULL;
        }
        int left = capacity - waitingOf(_ -> true) - waitingOf(each -> each.tenant == who.tenant);
        if (left <= 0) {
            return Admission.TENANT_FULL;
        }
        if (limitOf(who.tenant) == 0) {
            return Admission.TENANT_HANGS;
        }
        if (count(hanging, who::equals) > 0) {
            return Admission.ORIGINATOR_HANGS;
        }
        return waitingOf(who::equals) >= left ? Admission.ORIGINATOR_FULL : Admission.ADMITTED;
    }

    private void start(RunQueue<Call> queue) {
        Set<Who> ready = ready();
        Turn<Call> turn = queue.next();
        if (turn == null) {
            assertThat(ready).isEmpty();
            return;
        }
        Call call = turn.call();
        assertThat(ready).contains(call.who);
        assertThat(call).isEqualTo(requireNonNull(waiting.get(call.who)).poll());
        waiting.values().removeIf(Deque::isEmpty);
        running.add(turn);

        for (Who each : ready) {
            if (each.tenant == call.who.tenant && !each.equals(call.who)) {
                originatorPassedOver.merge(each, 1, Integer::sum);
            }
        }
        ready.stream()
                .map(Who::tenant)
                .distinct()
                .filter(tenant -> tenant != call.who.tenant)
                .forEach(tenant -> tenantPassedOver.merge(tenant, 1, Integer::sum));
        originatorPassedOver.remove(call.who);
        tenantPassedOver.remove(call.who.tenant);
    }

    private void endOneOf(List<Turn<Call>> turns, RunQueue<Call> queue, Random random) {
        if (!turns.isEmpty()) {
            queue.end(turns.remove(random.nextInt(turns.size())));
        }
    }

    private void giveUp(RunQueue<Call> queue, Random random) {
        if (running.isEmpty()) {
            return;
        }
        Turn<Call> turn = running.remove(random.nextInt(running.size()));
        hanging.add(turn);
        Who who = turn.call().who;
        boolean all = limitOf(who.tenant) == 0;
        List<Call> hopeless =
                takeOut(each -> each.equals(who) || (all && each.tenant == who.tenant));
        assertThat(queue.giveUp(turn)).containsExactlyInAnyOrderElementsOf(hopeless);
    }

    private void drain(RunQueue<Call> queue) {
        assertThat(queue.drain()).containsExactlyInAnyOrderElementsOf(takeOut(_ -> true));
    }

    private List<Call> takeOut(Predicate<Who> which) {
        List<Call> out = new ArrayList<>();
        waiting.forEach((who, calls) -> {
            if (which.test(who)) {
                out.addAll(calls);
            }
        });
        waiting.keySet().removeIf(which);
        return out;
    }

    private void finish(RunQueue<Call> queue, Random random) {
        while (!hanging.isEmpty()) {
            endOneOf(hanging, queue, random);
        }
        while (!waiting.isEmpty() || !running.isEmpty()) {
            start(queue);
            endOneOf(running, queue, random);
            check(queue);
        }
    }

    private void check(RunQueue<Call> queue) {
        Map<Who, Integer> atWork = new HashMap<>();
        running.forEach(turn -> atWork.merge(turn.call().who, 1, Integer::sum));
        hanging.forEach(turn -> atWork.merge(turn.call().who, 1, Integer::sum));
        assertThat(atWork.values()).allMatch(calls -> calls <= perOriginator);
        for (int tenant = 0; tenant < TENANTS; tenant++) {
            int own = tenant;
            assertThat(count(running, who -> who.tenant == own))
                    .isLessThanOrEqualTo(limitOf(tenant));
        }
        Set<Who> ready = ready();
        assertThat(queue.hasNext()).isEqualTo(!ready.isEmpty());
        assertThat(queue.running()).isEqualTo(running.size());
        assertThat(queue.waiting()).isEqualTo(waitingOf(_ -> true)).isLessThanOrEqualTo(capacity);
        assertThat(queue.isEmpty()).isEqualTo(waiting.isEmpty() && atWork.isEmpty());

        originatorPassedOver.keySet().removeIf(who -> !waiting.containsKey(who));
        tenantPassedOver
                .keySet()
                .removeIf(tenant -> ready.stream().noneMatch(who -> who.tenant == tenant));
        assertThat(originatorPassedOver.values()).allMatch(times -> times < ORIGINATORS);
        assertThat(tenantPassedOver.values()).allMatch(times -> times < TENANTS);
    }

    /** Whose next call may start. */
    private Set<Who> ready() {
        Set<Who> ready = new HashSet<>(waiting.keySet());
        ready.removeIf(who -> count(running, who::equals) >= perOriginator);
        ready.removeIf(
                who -> count(running, each -> each.tenant == who.tenant) >= limitOf(who.tenant));
        return ready;
    }

    private int limitOf(int tenant) {
        return perTenant - Math.max(0, count(hanging, who -> who.tenant == tenant) - replaced);
    }

    private int waitingOf(Predicate<Who> which) {
        return waiting.entrySet().stream()
                .filter(entry -> which.test(entry.getKey()))
                .mapToInt(entry -> entry.getValue().size())
                .sum();
    }

    private static int count(List<Turn<Call>> turns, Predicate<Who> which) {
        return (int) turns.stream().filter(turn -> which.test(turn.call().who)).count();
    }
}
