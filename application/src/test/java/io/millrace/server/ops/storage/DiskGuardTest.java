// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.settings.StorageSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class DiskGuardTest {

    private static final long TOTAL = 100_000_000;
    private static final long MIN_FREE = 2_000_000;
    private static final DataSize ANSWER = DataSize.ofMegabytes(2);

    private final StorageHealth health = new StorageHealth();
    private final FakeDisk disk = new FakeDisk();
    private final DiskGuard guard =
            new DiskGuard(
                    Path.of("data"),
                    disk,
                    new StorageSettings(null, Duration.ZERO, ANSWER)::minFreeOf,
                    health);

    private static final class FakeDisk implements DiskGuard.Disk {

        private long free = TOTAL;
        private boolean broken;

        @Override
        public long free() throws IOException {
            if (broken) {
                throw new IOException("stale file handle");
            }
            return free;
        }

        @Override
        public long total() {
            return TOTAL;
        }
    }

    private void checkWith(long free) {
        disk.free = free;
        guard.check();
    }

    @Test
    void stopsIntakeBelowTheLimitAndSaysHowMuchIsFree() {
        checkWith(MIN_FREE);
        assertThat(health.full()).isEmpty();

        checkWith(MIN_FREE - 1);

        assertThat(health.isAvailable()).isFalse();
        assertThat(health.full()).contains("full, 1999999 bytes free");
        assertThat(guard.free()).isEqualTo(1_999_999);
    }

    @Test
    void continuesByItselfWhenAQuarterMoreThanTheLimitIsFree() {
        checkWith(0);
        checkWith(MIN_FREE + MIN_FREE / 4 - 1);
        assertThat(health.isAvailable()).isFalse();

        checkWith(MIN_FREE + MIN_FREE / 4);
        assertThat(health.isAvailable()).isTrue();
    }

    @Test
    void keepsItsStateWhileTheDiskCannotBeRead() {
        checkWith(0);
        disk.broken = true;

        guard.check();

        assertThat(health.isAvailable()).isFalse();
    }

    @Test
    void takesTheSmallerOfHalfAGigabyteAndTwoPercentUnlessSet() {
        StorageSettings unset = new StorageSettings(null, Duration.ZERO, ANSWER);
        assertThat(unset.minFreeOf(1_000)).isEqualTo(20);
        assertThat(unset.minFreeOf(1L << 50)).isEqualTo(512L << 20);
        assertThat(
                        new StorageSettings(DataSize.ofBytes(7), Duration.ZERO, ANSWER)
                                .minFreeOf(1L << 50))
                .isEqualTo(7);
        assertThatThrownBy(() -> new StorageSettings(DataSize.ofBytes(-1), Duration.ZERO, ANSWER))
                .hasMessageContaining("millrace.storage.min-free");
    }

    @Test
    void anAnswerHasRoomForEachValueAndIsNoThreatToTheHeap() {
        for (long bytes : new long[] {DataSize.ofMegabytes(2).toBytes() - 1, (1L << 30) + 1}) {
            assertThatThrownBy(
                            () -> new StorageSettings(null, Duration.ZERO, DataSize.ofBytes(bytes)))
                    .hasMessageContaining("millrace.storage.answer-size must be from 2MB to 1GB");
        }
    }
}
