// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.util.ArrayList;
import java.util.List;

/** The order of rounds: in each round every subject has its turn, so that a disturbance of the machine meets all. */
final class Turns {

    private Turns() {}

    /**
     * A turn.
     *
     * @param round from 1
     */
    record Turn<T>(int round, T subject) {}

    static <T> List<Turn<T>> of(int rounds, List<T> subjects) {
        List<Turn<T>> turns = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            for (T subject : subjects) {
                turns.add(new Turn<>(round, subject));
            }
        }
        return turns;
    }
}
