// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.telemetry.Value;
import io.millrace.server.runtime.push.Frames.Sent;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FramesTest {

    @Test
    void keepsEveryDigitOfANumberWithItsType() {
        assertThat(strict(new Value.LongValue(9_007_199_254_740_993L)))
                .contains("[[5,9007199254740993]]");
        assertThat(strict(new Value.JsonValue("{\"x\":0.12345678901234567890123}")))
                .contains("[[5,{\"x\":0.12345678901234567890123}]]");
    }

    private static String strict(Value value) {
        return Frames.update(1, Map.of("k", List.of(new Sent(5, value))), true);
    }
}
