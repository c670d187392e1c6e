// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StorageHealthTest {

    private final StorageHealth health = new StorageHealth();
    private final List<Boolean> changes = new ArrayList<>();

    StorageHealthTest() {
        health.onChange(changes::add);
    }

    @Test
    void aFullDiskMakesTheStorageUnavailableUntilThereIsRoom() {
        health.diskIsFull("full, 5 bytes free");
        health.diskIsFull("full, 3 bytes free");

        assertThat(health.isAvailable()).isFalse();
        assertThat(health.full()).contains("full, 3 bytes free");

        health.diskHasRoom();

        assertThat(health.isAvailable()).isTrue();
        assertThat(health.full()).isEmpty();
        assertThat(changes).containsExactly(false, true);
    }

    @Test
    void aListenerThatComesLateLearnsThatTheDiskIsFull() {
        health.diskIsFull("full");
        List<Boolean> late = new ArrayList<>();

        health.onChange(late::add);
        health.diskHasRoom();

        assertThat(late).containsExactly(false, true);
    }

    @Test
    void anOutageThatEndsWhileTheDiskIsFullDoesNotEndTheState() {
        health.diskIsFull("full");
        StorageHealth.Watch watch = health.watch();
        watch.away("no connection");
        watch.close();

        assertThat(health.isAvailable()).isFalse();

        health.diskHasRoom();
        assertThat(changes).containsExactly(false, true);
    }

    @Test
    void aDatabaseThatSaysThatItsDiskIsFullCountsAsFullWhileAnAccessWaits() {
        try (StorageHealth.Watch watch = health.watch()) {
            watch.diskFull("could not extend file");
            watch.diskFull("could not extend file");

            assertThat(health.isAvailable()).isFalse();
            assertThat(health.full()).contains("full, as the database says: could not extend file");
        }

        assertThat(health.isAvailable()).isTrue();
        assertThat(health.full()).isEmpty();
    }
}
