// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SpareMemoryTest {

    private static final String LEAST_FREE = "MinHeapFreeRatio";
    private static final String MOST_FREE = "MaxHeapFreeRatio";
    private static final String TIME = "G1PeriodicGCInterval";

    private final Jvm jvm = new Jvm();
    private final SpareMemory memory = new SpareMemory(jvm);

    @AfterEach
    void stop() {
        memory.stop();
    }

    @Test
    void soonAfterTheStartAHeapWithoutWorkShrinksToLittleMoreThanItHolds() {
        memory.begin();
        assertThat(jvm.options)
                .containsEntry(LEAST_FREE, "10")
                .containsEntry(MOST_FREE, "30")
                .containsEntry(TIME, "2000");
    }

    @Test
    void laterTheHeapHasTheRatiosOfTheJvmAgain() {
        memory.begin();
        memory.giveBack();
        assertThat(jvm.options)
                .containsEntry(LEAST_FREE, "40")
                .containsEntry(MOST_FREE, "70")
                .containsEntry(TIME, "300000");
    }

    @Test
    void nativeMemoryGoesBackEachTime() {
        memory.begin();
        memory.giveBack();
        memory.giveBack();
        assertThat(jvm.trims).isEqualTo(2);
    }

    @Test
    void anOptionThatTheOperatorChangesLaterIsLeftAlone() {
        memory.begin();
        memory.giveBack();
        jvm.options.put(MOST_FREE, "50");
        memory.giveBack();
        assertThat(jvm.options).containsEntry(MOST_FREE, "50");
    }

    @Test
    void ifTheOperatorHasSetOneOfTheOptionsNoneIsChanged() {
        jvm.chosen.add(TIME);
        Map<String, String> before = Map.copyOf(jvm.options);
        memory.begin();
        memory.giveBack();
        assertThat(jvm.options).isEqualTo(before);
    }

    @Test
    void theHeapOfAnotherCollectorIsLeftAlone() {
        jvm.options.put("UseG1GC", "false");
        Map<String, String> before = Map.copyOf(jvm.options);
        memory.begin();
        memory.giveBack();
        assertThat(jvm.options).isEqualTo(before);
        assertThat(jvm.trims).isEqualTo(1);
    }

    @Test
    void aJvmWithoutTheOptionsIsLeftAlone() {
        jvm.options.clear();
        memory.begin();
        memory.giveBack();
        assertThat(jvm.options).isEmpty();
    }

    @Test
    void theJvmOfThisProcessHasTheOptionsAndCommands() {
        var real = new JvmMemory.OfThisProcess();
        String before = real.option(TIME);
        assertThat(real.isChosen(LEAST_FREE)).isFalse();
        real.set(TIME, "300000");
        assertThat(real.option(TIME)).isEqualTo("300000");
        assertThat(real.isChosen(TIME)).isTrue();
        real.set(TIME, before);
        real.trim();
    }

    /** As HotSpot: the least ratio may never exceed the most. */
    private static final class Jvm implements JvmMemory {

        final Map<String, String> options =
                new HashMap<>(
                        Map.of("UseG1GC", "true", LEAST_FREE, "40", MOST_FREE, "70", TIME, "0"));
        final Set<String> chosen = new HashSet<>();
        int trims;

        @Override
        public String option(String name) {
            String value = options.get(name);
            if (value == null) {
                throw new IllegalArgumentException(name);
            }
            return value;
        }

        @Override
        public boolean isChosen(String name) {
            return chosen.contains(name);
        }

        @Override
        public void set(String name, String value) {
            options.put(name, value);
            assertThat(Integer.parseInt(option(LEAST_FREE)))
                    .isLessThanOrEqualTo(Integer.parseInt(option(MOST_FREE)));
        }

        @Override
        public void trim() {
            trims++;
        }
    }
}
