// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerSettingsTest {

    @ParameterizedTest
    @CsvSource({"64, 128", "256, 128", "512, 256", "2048, 1024", "32768, 1024"})
    void sharedBuffersTakeHalfOfTheHeapWithinBounds(long heapMb, long expectedMb) {
        assertThat(ServerSettings.sharedBuffersMb(heapMb << 20)).isEqualTo(expectedMb);
    }

    @Test
    void sharedBuffersArePassedInMegabytes() {
        ServerSettings settings = new ServerSettings(0, 10, 256, Durability.FULL);

        assertThat(settings.assignments(Path.of("hba.conf"))).contains("shared_buffers=256MB");
    }
}
