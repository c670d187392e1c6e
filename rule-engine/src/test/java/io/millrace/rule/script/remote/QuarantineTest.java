// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.rule.script.ScriptCalls;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class QuarantineTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final Quarantine quarantine = new Quarantine(Duration.ofMinutes(10));
    private final TenantId bad = ScriptCalls.tenant();
    private final TenantId good = ScriptCalls.tenant();

    @Test
    void isolatesATenantForTenMinutesAfterItsLastKill() {
        quarantine.addKill(bad, 0);
        quarantine.addKill(bad, 100 * SECOND);

        quarantine.forget(699 * SECOND);
        assertThat(quarantine.isolates(bad)).isTrue();
        assertThat(quarantine.isolates(good)).isFalse();

        quarantine.forget(700 * SECOND);
        assertThat(quarantine.isolates(bad)).isFalse();
    }

    @Test
    void refusesATenantForAMinuteAfterThreeKillsWithinAMinute() {
        quarantine.addKill(bad, 0);
        quarantine.addKill(bad, 61 * SECOND);
        quarantine.addKill(bad, 62 * SECOND);
        assertThat(quarantine.refuses(bad, 62 * SECOND)).isFalse();

        quarantine.addKill(bad, 63 * SECOND);

        assertThat(quarantine.refuses(bad, 63 * SECOND)).isTrue();
        assertThat(quarantine.refuses(good, 63 * SECOND)).isFalse();
        assertThat(quarantine.refuses(bad, 122 * SECOND)).isTrue();
        assertThat(quarantine.refuses(bad, 123 * SECOND)).isFalse();
    }
}
