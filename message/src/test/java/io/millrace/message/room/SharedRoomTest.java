// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.room;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SharedRoomTest {

    private final SharedRoom<String> room = new SharedRoom<>(100);

    @Test
    void aSingleHolderGetsHalfOfTheRoom() {
        assertThat(room.take("A", 50)).isTrue();
        assertThat(room.take("A", 1)).isFalse();
        assertThat(room.used()).isEqualTo(50);
    }

    @Test
    void aSecondHolderGetsHalfOfTheRest() {
        room.take("A", 50);

        assertThat(room.take("B", 25)).isTrue();
        assertThat(room.take("B", 1)).isFalse();
    }

    @Test
    void roomThatIsGivenBackCanBeTakenAgain() {
        room.take("A", 50);
        room.giveBack("A", 20);

        assertThat(room.used()).isEqualTo(30);
        assertThat(room.take("A", 20)).isTrue();
    }

    @Test
    void aHolderThatGaveAllBackStartsAgainWithNothing() {
        room.take("A", 50);
        room.giveBack("A", 50);

        assertThat(room.used()).isZero();
        assertThat(room.take("A", 50)).isTrue();
    }
}
