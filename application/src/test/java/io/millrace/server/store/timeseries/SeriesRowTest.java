// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.Value.LongValue;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesRowTest {

    private static final UUID ENTITY = TimeOrderedUuid.next();
    private static final int MIXED = 0;

    @ParameterizedTest(name = "shape {0}")
    @ValueSource(ints = {MIXED, 7})
    void rowsOfOneTimeHaveTheMessageOfTheLaterOne(int shape) {
        UUID later = TimeOrderedUuid.next();

        SeriesRow merged =
                row(shape, 1, 3, TimeOrderedUuid.next()).replacedBy(row(shape, 1, 5, later));

        assertThat(merged.message()).isEqualTo(later);
        assertThat(merged.seq()).isEqualTo(5);
    }

    @Test
    void aMixedRowKeepsTheWriteNumberOfEachValue() {
        SeriesRow merged =
                row(MIXED, 1, 3, TimeOrderedUuid.next())
                        .replacedBy(row(MIXED, 2, 5, TimeOrderedUuid.next()));

        assertThat(merged.vals()).isEqualTo("{\"1\":[42,3],\"2\":[42,5]}");
    }

    private static SeriesRow row(int shape, int key, long seq, UUID message) {
        KeyedPoint point =
                new KeyedPoint(1_000, new Shape(new int[] {key}, 0), List.of(new LongValue(42)));
        return SeriesRow.of(ENTITY, point, shape, seq, message);
    }
}
