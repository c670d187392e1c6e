// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InstanceCacheTest {

    private final InstanceBudget budget = new InstanceBudget(12, 4);
    private final InstanceCache cache = new InstanceCache(budget);
    private final InstanceCache neighbour = new InstanceCache(budget);

    private static List<StubProgram> use(InstanceCache cache, int count) {
        List<StubProgram> programs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StubProgram program = StubProgram.endingAtOnce();
            cache.of(program);
            programs.add(program);
        }
        return programs;
    }

    private static long open(List<StubProgram> programs) {
        return programs.stream().filter(program -> program.open() > 0).count();
    }

    @Test
    void givesTheSameInstanceAsLongAsItIsKept() {
        StubProgram program = StubProgram.endingAtOnce();

        assertThat(cache.of(program)).isSameAs(cache.of(program));
        assertThat(program.open()).isEqualTo(1);
    }

    @Test
    void givesALoneThreadTheUseOfAll() {
        List<StubProgram> programs = use(cache, 12);

        assertThat(open(programs)).isEqualTo(12);
    }

    @Test
    void makesRoomByTheOneThatHasNotBeenUsedForLongest() {
        List<StubProgram> programs = use(cache, 12);
        cache.of(programs.getFirst());

        use(cache, 1);

        assertThat(programs.getFirst().open()).isEqualTo(1);
        assertThat(programs.get(1).open()).isZero();
        assertThat(budget.kept()).isEqualTo(12);
    }

    @Test
    void givesAThreadItsEvenPartThoughAnotherHasTakenAll() {
        use(neighbour, 12);

        List<StubProgram> programs = use(cache, 5);

        assertThat(open(programs)).isEqualTo(3);
        assertThat(budget.kept()).isEqualTo(15);
    }

    @Test
    void takesBackWhatAThreadHasBeyondItsPartWhenTheOthersNeedIt() {
        List<StubProgram> programs = use(cache, 12);
        use(neighbour, 3);

        programs.addAll(use(cache, 1));

        assertThat(open(programs)).isEqualTo(9);
        assertThat(budget.kept()).isEqualTo(12);
    }

    @Test
    void closesTheInstancesOfClosedScriptsFirst() {
        List<StubProgram> programs = use(cache, 12);
        programs.get(7).close();

        use(cache, 1);

        assertThat(programs.get(7).open()).isZero();
        assertThat(programs.getFirst().open()).isEqualTo(1);
    }

    @Test
    void givesEverythingBackWhenItsThreadEnds() {
        List<StubProgram> programs = use(cache, 12);

        cache.discard(programs.getFirst());
        cache.close();

        assertThat(open(programs)).isZero();
        assertThat(budget.kept()).isZero();
    }
}
