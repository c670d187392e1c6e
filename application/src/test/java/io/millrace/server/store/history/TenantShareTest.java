// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.store.history.TenantShare.Place;
import org.junit.jupiter.api.Test;

class TenantShareTest {

    private static final long HOUR = 3_600_000;

    private final TenantShare share = new TenantShare(2, 100);

    @Test
    void anHourHasSoManyPlacesAndTheNextHourAsMany() {
        assertThat(share.takePlace(1_000)).isEqualTo(Place.FREE);
        assertThat(share.takePlace(2_000)).isEqualTo(Place.FREE);
        assertThat(share.takePlace(3_000)).isEqualTo(Place.JUST_FULL);
        assertThat(share.takePlace(HOUR + 999)).isEqualTo(Place.FULL);

        assertThat(share.takePlace(HOUR + 1_000)).isEqualTo(Place.FREE);
    }

    @Test
    void bytesThatWaitAreBoundedAndOneMessageAlwaysHasRoom() {
        assertThat(share.takeRoom(150)).isTrue();
        assertThat(share.takeRoom(1)).isFalse();

        share.giveRoomBack(150);

        assertThat(share.takeRoom(60)).isTrue();
        assertThat(share.takeRoom(41)).isFalse();
        assertThat(share.takeRoom(40)).isTrue();
    }
}
