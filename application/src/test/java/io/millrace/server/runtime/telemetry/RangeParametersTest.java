// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.server.web.api.ApiException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RangeParametersTest {

    private static final RangeParameters ALL_INTERVALS =
            new RangeParameters("0", "700", null, "AVG", null, "1", null, null);

    private static List<String> keys(int count) {
        return IntStream.range(0, count).mapToObj(i -> "k" + i).toList();
    }

    @Test
    void theKeysTimesTheIntervalsOfOneAnswerAreBounded() {
        assertThat(ALL_INTERVALS.query(keys(1428)).keys()).hasSize(1428);
        assertThatThrownBy(() -> ALL_INTERVALS.query(keys(1429)))
                .isInstanceOf(ApiException.class)
                .hasMessage("keys: expected at most 1428 keys for 700 intervals, got 1429");
    }

    @Test
    void theKeysTimesTheLimitOfOneAnswerAreBounded() {
        RangeParameters values =
                new RangeParameters("0", "700", "1000", null, null, null, null, null);

        assertThat(values.query(keys(1000)).keys()).hasSize(1000);
        assertThatThrownBy(() -> values.query(keys(1001)))
                .isInstanceOf(ApiException.class)
                .hasMessage("limit: expected 1 to 999 for 1001 keys, got 1000");
    }
}
