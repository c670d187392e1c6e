// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import static io.millrace.rule.script.ScriptCalls.device;
import static io.millrace.rule.script.ScriptCalls.tenant;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.script.pool.RunQueue.Admission;
import io.millrace.rule.script.pool.RunQueue.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RunQueueTest {

    private static final TenantId BIG = tenant();
    private static final TenantId SMALL = tenant();
    private static final EntityId D1 = device();
    private static final EntityId D2 = device();
    private static final EntityId D3 = device();

    private final RunQueue<String> queue = new RunQueue<>(100, 2, 1, 1);

    private static void offer(
            RunQueue<String> queue, TenantId tenant, EntityId device, String... calls) {
        for (String call : calls) {
            assertThat(queue.offer(tenant, device, call)).isEqualTo(Admission.ADMITTED);
        }
    }

    private Turn<String> next() {
        return Objects.requireNonNull(queue.next());
    }

    /** What runs when one thread takes all calls, one after the other. */
    private List<String> runOneByOne() {
        List<String> order = new ArrayList<>();
        for (Turn<String> turn = queue.next(); turn != null; turn = queue.next()) {
            order.add(turn.call());
            queue.end(turn);
        }
        return order;
    }

    @Test
    void letsTenantsTakeTurnsHoweverManyCallsOneOfThemHas() {
        offer(queue, BIG, D1, "b1");
        offer(queue, BIG, D2, "b2");
        offer(queue, BIG, D3, "b3");
        offer(queue, SMALL, D1, "s1", "s2");

        assertThat(runOneByOne()).containsExactly("b1", "s1", "b2", "s2", "b3");
    }

    @Test
    void letsOriginatorsOfATenantTakeTurnsHoweverManyCallsOneOfThemHas() {
        offer(queue, BIG, D1, "1a", "1b", "1c");
        offer(queue, BIG, D2, "2a");
        offer(queue, BIG, D3, "3a", "3b");

        assertThat(runOneByOne()).containsExactly("1a", "2a", "3a", "1b", "3b", "1c");
    }

    @Test
    void startsNoSecondCallOfAnOriginatorBeforeTheFirstHasEnded() {
        offer(queue, BIG, D1, "first", "second");
        Turn<String> first = next();

        assertThat(queue.hasNext()).isFalse();
        assertThat(queue.next()).isNull();

        queue.end(first);
        assertThat(next().call()).isEqualTo("second");
    }

    @Test
    void startsAsManyCallsOfAnOriginatorAsItMayRunAtATime() {
        RunQueue<String> wide = new RunQueue<>(100, 10, 2, 1);
        offer(wide, BIG, D1, "1a", "1b", "1c");
        offer(wide, BIG, D2, "2a");

        Turn<String> first = Objects.requireNonNull(wide.next());
        assertThat(first.call()).isEqualTo("1a");
        assertThat(Objects.requireNonNull(wide.next()).call()).isEqualTo("2a");
        assertThat(Objects.requireNonNull(wide.next()).call()).isEqualTo("1b");
        assertThat(wide.next()).isNull();

        wide.end(first);
        assertThat(Objects.requireNonNull(wide.next()).call()).isEqualTo("1c");
    }

    @Test
    void takesTheSameIdOfTwoTenantsForTwoOriginators() {
        offer(queue, BIG, D1, "b1");
        offer(queue, SMALL, D1, "s1");

        assertThat(List.of(next().call(), next().call())).containsExactly("b1", "s1");
    }

    @Test
    void startsNoMoreCallsOfATenantThanItMayRunAtATime() {
        offer(queue, BIG, D1, "b1");
        offer(queue, BIG, D2, "b2");
        offer(queue, BIG, D3, "b3");
        Turn<String> first = next();
        next();

        assertThat(queue.next()).isNull();

        offer(queue, SMALL, D1, "s1");
        assertThat(next().call()).isEqualTo("s1");
        queue.end(first);
        assertThat(next().call()).isEqualTo("b3");
    }

    @Test
    void leavesALoneTenantHalfOfThePlacesAndANewcomerAPartOfTheRest() {
        assertThat(fill(BIG)).isEqualTo(50);
        assertThat(queue.offer(BIG, device(), "more")).isEqualTo(Admission.TENANT_FULL);

        assertThat(fill(SMALL)).isEqualTo(25);
        assertThat(queue.offer(SMALL, device(), "more")).isEqualTo(Admission.TENANT_FULL);
        assertThat(queue.waiting()).isEqualTo(75);
    }

    private int fill(TenantId tenant) {
        int admitted = 0;
        while (queue.offer(tenant, device(), "call") == Admission.ADMITTED) {
            admitted++;
        }
        return admitted;
    }

    @Test
    void leavesALoneOriginatorAThirdOfThePlacesAndItsNeighbourAPartOfTheRest() {
        int admitted = 0;
        while (queue.offer(BIG, D1, "call") == Admission.ADMITTED) {
            admitted++;
        }

        assertThat(admitted).isEqualTo(34);
        assertThat(queue.offer(BIG, D1, "more")).isEqualTo(Admission.ORIGINATOR_FULL);
        offer(queue, BIG, D2, "neighbour");
    }

    @Test
    void refusesEveryoneWhenEveryPlaceIsTaken() {
        for (int i = 0; i < 100; i++) {
            offer(queue, tenant(), D1, "call");
        }

        assertThat(queue.offer(SMALL, D1, "more")).isEqualTo(Admission.FULL);
    }

    @Test
    void refusesAnOriginatorWhoseCallWasGivenUpUntilThatHasEnded() {
        offer(queue, BIG, D1, "hangs", "behind");
        offer(queue, BIG, D2, "other");
        Turn<String> hanging = next();

        assertThat(queue.giveUp(hanging)).containsExactly("behind");
        assertThat(queue.offer(BIG, D1, "again")).isEqualTo(Admission.ORIGINATOR_HANGS);
        assertThat(queue.running()).isZero();
        assertThat(runOneByOne()).containsExactly("other");

        queue.end(hanging);
        assertThat(queue.isEmpty()).isTrue();
        offer(queue, BIG, D1, "again");
        assertThat(runOneByOne()).containsExactly("again");
    }

    @Test
    void replacesATenantsGivenUpCallsOnlyUpToTheBound() {
        Turn<String> replaced = giveUpOneOf(BIG);
        offer(queue, BIG, D1, "b1");
        offer(queue, BIG, D2, "b2");
        offer(queue, BIG, D3, "b3");
        queue.end(next());
        next();
        assertThat(queue.next()).describedAs("two at a time as before").isNotNull();
        assertThat(queue.next()).isNull();

        queue.end(replaced);
        assertThat(queue.running()).isEqualTo(2);
    }

    @Test
    void refusesATenantWhosePlacesAreAllTakenByGivenUpCalls() {
        giveUpOneOf(BIG);
        giveUpOneOf(BIG);
        Turn<String> last = startOneOf(BIG);
        offer(queue, BIG, D1, "waits");

        assertThat(queue.giveUp(last)).containsExactly("waits");
        assertThat(queue.offer(BIG, D1, "more")).isEqualTo(Admission.TENANT_HANGS);
        offer(queue, SMALL, D1, "s1");
        assertThat(runOneByOne()).containsExactly("s1");

        queue.end(last);
        offer(queue, BIG, D1, "more");
        assertThat(runOneByOne()).containsExactly("more");
    }

    private Turn<String> startOneOf(TenantId tenant) {
        offer(queue, tenant, device(), "call");
        return next();
    }

    private Turn<String> giveUpOneOf(TenantId tenant) {
        Turn<String> turn = startOneOf(tenant);
        assertThat(queue.giveUp(turn)).isEmpty();
        return turn;
    }

    @Test
    void drainsWhatWaitsAndForgetsWhatRunsWhenItHasEnded() {
        offer(queue, BIG, D1, "runs", "b2");
        offer(queue, SMALL, D1, "s1");
        Turn<String> running = next();

        assertThat(queue.drain()).containsExactlyInAnyOrder("b2", "s1");
        assertThat(queue.waiting()).isZero();
        assertThat(queue.next()).isNull();
        assertThat(queue.isEmpty()).isFalse();

        queue.end(running);
        assertThat(queue.isEmpty()).isTrue();
    }
}
