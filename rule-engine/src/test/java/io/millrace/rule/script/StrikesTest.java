// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StrikesTest {

    private final AtomicLong now = new AtomicLong();
    private final Strikes strikes = new Strikes(now::get);

    @Test
    void isOutAtTheThird() {
        strikes.add();
        strikes.add();
        assertThat(strikes.out()).isFalse();

        strikes.add();
        assertThat(strikes.out()).isTrue();
    }

    @Test
    void isBackAMinuteAfterTheLastAndStartsFromNone() {
        strikes.add();
        strikes.add();
        strikes.add();

        now.addAndGet(Duration.ofSeconds(59).toNanos());
        assertThat(strikes.out()).isTrue();

        now.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(strikes.out()).isFalse();
        strikes.add();
        assertThat(strikes.out()).isFalse();
    }

    @Test
    void forgetsAfterAQuietMinute() {
        strikes.add();
        strikes.add();
        now.addAndGet(Duration.ofSeconds(60).toNanos());

        strikes.add();

        assertThat(strikes.out()).isFalse();
    }
}
