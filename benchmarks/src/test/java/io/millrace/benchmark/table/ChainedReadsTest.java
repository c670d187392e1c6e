// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChainedReadsTest {

    private static final int LINES_OF_4_MB = 65_536;

    @Test
    void eachCacheLineIsReadBeforeOneIsReadAgain() {
        assertThat(new ChainedReads().length()).isEqualTo(LINES_OF_4_MB);
    }
}
