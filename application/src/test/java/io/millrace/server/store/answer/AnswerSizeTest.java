// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.answer;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.store.StoreException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerSizeTest {

    private static AnswerSize size(long limit) {
        return new AnswerSize(new AnswerLimit(limit), "the values of x", "ask for fewer keys");
    }

    @Test
    void refusesAnAnswerThatBecomesTooLarge() {
        AnswerSize size = size(AnswerLimit.DEFAULT.bytes());
        String megabyte = "x".repeat(1024 * 1024);
        for (int i = 0; i < 32; i++) {
            size.add(megabyte);
        }

        assertThatThrownBy(() -> size.add("x"))
                .isInstanceOf(StoreException.class)
                .hasMessage("the values of x have more than 33554432 bytes; ask for fewer keys");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "\u00e9", "\u20ac uro", "\ud83d\ude00", "\u07ff\u0800"})
    void countsBytesAsUtf8(String text) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;

        assertThatCode(() -> size(bytes).add(text)).doesNotThrowAnyException();
        assertThatThrownBy(() -> size(bytes - 1).add(text)).isInstanceOf(StoreException.class);
    }

    @Test
    void ofValuesInMemoryOnlyTextCounts() {
        AnswerSize size = size(3);
        size.add(new LongValue(1_000_000));
        size.add(new StringValue("abc"));

        assertThatThrownBy(() -> size.add(new StringValue("d"))).isInstanceOf(StoreException.class);
    }
}
