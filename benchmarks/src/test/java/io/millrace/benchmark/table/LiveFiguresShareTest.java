// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import org.junit.jupiter.api.Test;

class LiveFiguresShareTest {

    @Test
    void aSampleBelongsToThemIfAnyMethodOfItsStackDoes() {
        assertThat(
                        LiveFiguresShare.isLive(
                                List.of(
                                        "java.util.TreeMap",
                                        "io.millrace.server.chains.nodestate.NodeStates",
                                        "java.lang.Thread")))
                .isTrue();
        assertThat(
                        LiveFiguresShare.isLive(
                                List.of(
                                        "io.millrace.rule.engine.RuleChainStripe",
                                        "java.lang.Thread")))
                .isFalse();
    }

    @Test
    void theClassesOfTheEngineHaveTheseNames() {
        assertThat(LiveFiguresShare.CLASSES)
                .filteredOn(name -> name.startsWith("io.millrace.rule."))
                .isNotEmpty()
                .allSatisfy(name ->
                        assertThatCode(() -> Class.forName(name)).doesNotThrowAnyException());
    }
}
