// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {

    private final RetryPolicy policy =
            new RetryPolicy(4, true, false, Duration.ofSeconds(1), Duration.ofSeconds(3), false);

    @Test
    void triesFailuresAgainUntilTheLastAttempt() {
        assertThat(policy.retries(1, false)).isTrue();
        assertThat(policy.retries(3, false)).isTrue();
        assertThat(policy.retries(4, false)).isFalse();
    }

    @Test
    void doesNotTryTimeoutsAgainWhenNotAskedTo() {
        assertThat(policy.retries(1, true)).isFalse();
    }

    @Test
    void doublesThePauseUpToItsLimit() {
        assertThat(policy.backoffAfter(1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(policy.backoffAfter(2)).isEqualTo(Duration.ofSeconds(2));
        assertThat(policy.backoffAfter(3)).isEqualTo(Duration.ofSeconds(3));
        assertThat(policy.backoffAfter(1_000)).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void refusesNoAttemptAtAll() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new RetryPolicy(0, true, true, Duration.ZERO, Duration.ZERO, false))
                .withMessageContaining("maxAttempts");
    }
}
