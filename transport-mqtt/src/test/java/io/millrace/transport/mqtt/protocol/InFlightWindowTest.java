// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class InFlightWindowTest {

    private final InFlightWindow window = new InFlightWindow(4, 100);

    @Test
    void isFullAtItsPacketsAndHalfFreeAtHalfOfThem() {
        window.enter(0);
        window.enter(0);
        window.enter(0);
        assertThat(window.isFull()).isFalse();
        window.enter(0);
        assertThat(window.isFull()).isTrue();
        window.leave(0);
        assertThat(window.isHalfFree()).isFalse();
        window.leave(0);
        assertThat(window.isHalfFree()).isTrue();
    }

    @Test
    void isFullAtItsBytesAndHalfFreeAtHalfOfThem() {
        window.enter(50);
        window.enter(1);
        window.enter(149);
        assertThat(window.isFull()).isTrue();
        window.leave(149);
        assertThat(window.isFull()).isFalse();
        assertThat(window.isHalfFree()).isFalse();
        window.leave(1);
        assertThat(window.isHalfFree()).isTrue();
    }

    @Test
    void isEmptyWhenEverythingIsSafe() {
        assertThat(window.isEmpty()).isTrue();
        window.enter(0);
        assertThat(window.isEmpty()).isFalse();
        window.leave(0);
        assertThat(window.isEmpty()).isTrue();
    }

    @Test
    void needsRoomForAPacket() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new InFlightWindow(0, 1))
                .withMessageContaining("0 packets");
    }
}
