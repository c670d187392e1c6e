// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import static io.millrace.rule.script.ScriptCalls.device;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityId;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StrikesTest {

    private static final EntityId BAD = device();
    private static final EntityId GOOD = device();

    private final AtomicLong now = new AtomicLong();
    private final Strikes strikes = new Strikes(now::get);

    @Test
    void isOutAtTheThird() {
        strikes.add(BAD);
        strikes.add(BAD);
        assertThat(strikes.out(BAD)).isFalse();

        strikes.add(BAD);
        assertThat(strikes.out(BAD)).isTrue();
    }

    @Test
    void isOutSinceTheLastStrike() {
        strikes.add(BAD);
        strikes.add(BAD);
        now.set(100);
        strikes.add(BAD);

        assertThat(strikes.outSince(BAD, 99)).isTrue();
        assertThat(strikes.outSince(BAD, 100)).isFalse();
        assertThat(strikes.outSince(GOOD, 99)).isFalse();
    }

    @Test
    void isOutForItsOriginatorAlone() {
        strikes.add(GOOD);
        strikes.add(BAD);
        strikes.add(BAD);
        strikes.add(BAD);

        assertThat(strikes.out(GOOD)).isFalse();
        assertThat(strikes.out(device())).isFalse();
    }

    @Test
    void isBackAMinuteAfterTheLastAndStartsFromNone() {
        strikes.add(BAD);
        strikes.add(BAD);
        strikes.add(BAD);

        now.addAndGet(Duration.ofSeconds(59).toNanos());
        assertThat(strikes.out(BAD)).isTrue();

        now.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(strikes.out(BAD)).isFalse();
        strikes.add(BAD);
        assertThat(strikes.out(BAD)).isFalse();
    }

    @Test
    void forgetsAfterAQuietMinute() {
        strikes.add(BAD);
        strikes.add(BAD);
        now.addAndGet(Duration.ofSeconds(60).toNanos());

        strikes.add(BAD);

        assertThat(strikes.out(BAD)).isFalse();
        assertThat(strikes.originators()).isEqualTo(1);
    }

    @Test
    void remembersABoundedNumberOfOriginatorsTheLatest() {
        EntityId early = device();
        strikes.add(early);
        strikes.add(early);
        strikes.add(early);
        strikes.add(BAD);
        strikes.add(BAD);
        for (int i = 0; i < Strikes.MAX_ORIGINATORS - 2; i++) {
            strikes.add(device());
        }
        strikes.add(BAD);
        assertThat(strikes.out(early)).isTrue();

        strikes.add(device());

        assertThat(strikes.originators()).isEqualTo(Strikes.MAX_ORIGINATORS);
        assertThat(strikes.out(early)).isFalse();
        assertThat(strikes.out(BAD)).isTrue();
    }
}
