// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LoginThrottleTest {

    private final AtomicLong nanos = new AtomicLong();
    private final LoginThrottle throttle = new LoginThrottle(nanos::get);

    private void fail(int times, String account, String address) {
        for (int i = 0; i < times; i++) {
            throttle.failed(account, address);
        }
    }

    @Test
    void refusesAnAccountAfterTenWrongPasswordsFromAnywhere() {
        fail(9, "a", "1.1.1.1");
        assertThat(throttle.permits("a", "2.2.2.2")).isTrue();

        fail(1, "a", "3.3.3.3");

        assertThat(throttle.permits("a", "2.2.2.2")).isFalse();
        assertThat(throttle.permits("b", "1.1.1.1")).isTrue();
    }

    @Test
    void refusesAnAddressThatTriesManyAccounts() {
        for (int i = 0; i < LoginThrottle.MAX_PER_ADDRESS; i++) {
            fail(1, "account" + i, "1.1.1.1");
        }

        assertThat(throttle.permits("other", "1.1.1.1")).isFalse();
        assertThat(throttle.permits("other", "2.2.2.2")).isTrue();
    }

    @Test
    void forgetsAfterAMinuteSinceTheFirst() {
        fail(10, "a", "1.1.1.1");
        nanos.addAndGet(Duration.ofSeconds(61).toNanos());

        assertThat(throttle.permits("a", "1.1.1.1")).isTrue();
    }

    @Test
    void theRightPasswordForgivesTheAccount() {
        fail(9, "a", "1.1.1.1");
        throttle.succeeded("a");
        fail(1, "a", "1.1.1.1");

        assertThat(throttle.permits("a", "1.1.1.1")).isTrue();
    }
}
