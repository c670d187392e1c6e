// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.rule.store.StoreException;
import org.junit.jupiter.api.Test;

class AnswerSizeTest {

    @Test
    void refusesAnAnswerThatBecomesTooLarge() {
        AnswerSize size = new AnswerSize();
        String megabyte = "x".repeat(1024 * 1024);
        for (int i = 0; i < 32; i++) {
            size.add(megabyte);
        }

        assertThatThrownBy(() -> size.add("x"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("more than 33554432 characters")
                .hasMessageContaining("ask for fewer keys");
    }
}
