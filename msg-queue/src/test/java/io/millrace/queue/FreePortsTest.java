// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class FreePortsTest {

    @Test
    void givesEachPortOnce() {
        List<Integer> ports = Stream.generate(FreePorts::take).limit(50).toList();

        assertThat(ports).doesNotHaveDuplicates().allMatch(port -> port >= 20_000 && port < 32_000);
    }
}
