// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LoginThrottleTest {

    private final AtomicLong nanos = new AtomicLong();
    private final SignInStatistics statistics = new SignInStatistics();
    private final LoginThrottle throttle = new LoginThrottle(nanos::get, statistics);

    private void fail(int times, String account, String address) {
        for (int i = 0; i < times; i++) {
            throttle.begin(account, address).failed();
        }
    }

    private boolean permits(String account, String address) {
        try (LoginThrottle.Attempt _ = throttle.begin(account, address)) {
            return true;
        } catch (SignInException _) {
            return false;
        }
    }

    @Test
    void refusesAnAccountAfterTenWrongPasswordsFromAnywhere() {
        fail(9, "a", "1.1.1.1");
        assertThat(permits("a", "2.2.2.2")).isTrue();

        fail(1, "a", "3.3.3.3");

        assertThat(permits("a", "2.2.2.2")).isFalse();
        assertThat(permits("b", "1.1.1.1")).isTrue();
    }

    @Test
    void refusesAnAddressThatTriesManyAccounts() {
        for (int i = 0; i < LoginThrottle.MAX_PER_ADDRESS; i++) {
            fail(1, "account" + i, "1.1.1.1");
        }

        assertThat(permits("other", "1.1.1.1")).isFalse();
        assertThat(permits("other", "2.2.2.2")).isTrue();
    }

    @Test
    void countsTheAddressesOfOneIpv6NetworkTogether() {
        for (int i = 0; i < LoginThrottle.MAX_PER_ADDRESS; i++) {
            fail(1, "account" + i, "2001:db8:1:2::" + i);
        }

        assertThat(permits("other", "2001:db8:1:2:ffff::1")).isFalse();
        assertThat(permits("other", "2001:db8:1:3::1")).isTrue();
    }

    @Test
    void forgetsAfterAMinuteSinceTheFirst() {
        fail(10, "a", "1.1.1.1");
        nanos.addAndGet(Duration.ofSeconds(61).toNanos());

        assertThat(permits("a", "1.1.1.1")).isTrue();
    }

    @Test
    void theRightPasswordForgivesTheAccount() {
        fail(9, "a", "1.1.1.1");
        throttle.begin("a", "1.1.1.1").succeeded();
        fail(1, "a", "1.1.1.1");

        assertThat(permits("a", "1.1.1.1")).isTrue();
    }

    @Test
    void anAttemptWithoutAResultGivesItsPlaceBack() {
        for (int i = 0; i < 100; i++) {
            assertThat(permits("a", "1.1.1.1")).isTrue();
        }
    }

    @Test
    void ofParallelGuessesNoMoreThanTheLimitAreChecked() throws Exception {
        AtomicInteger checked = new AtomicInteger();
        CountDownLatch wrong = new CountDownLatch(1);
        List<Future<Boolean>> guesses = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 60; i++) {
                guesses.add(threads.submit(() -> guess(checked, wrong)));
            }
            await().until(() -> throttle.waiting() == 60 - LoginThrottle.MAX_PER_ACCOUNT);
            await().untilAsserted(
                            () -> assertThat(checked).hasValue(LoginThrottle.MAX_PER_ACCOUNT));

            wrong.countDown();

            int refused = 0;
            for (Future<Boolean> guess : guesses) {
                refused += guess.get() ? 0 : 1;
            }
            assertThat(refused).isEqualTo(60 - LoginThrottle.MAX_PER_ACCOUNT);
        }
        assertThat(checked).hasValue(LoginThrottle.MAX_PER_ACCOUNT);
        assertThat(statistics.throttled()).isEqualTo(60 - LoginThrottle.MAX_PER_ACCOUNT);
    }

    private boolean guess(AtomicInteger checked, CountDownLatch wrong) throws InterruptedException {
        try (LoginThrottle.Attempt attempt = throttle.begin("a", "1.1.1.1")) {
            checked.incrementAndGet();
            wrong.await();
            attempt.failed();
            return true;
        } catch (SignInException _) {
            return false;
        }
    }

    @Test
    void parallelSignInsWithTheRightPasswordAllSucceed() throws Exception {
        List<Future<Boolean>> signIns = new ArrayList<>();
        CountDownLatch right = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 100; i++) {
                signIns.add(
                        threads.submit(() -> {
                            try (LoginThrottle.Attempt attempt = throttle.begin("a", "1.1.1.1")) {
                                right.await();
                                attempt.succeeded();
                                return true;
                            }
                        }));
            }
            await().until(() -> throttle.waiting() == 100 - LoginThrottle.MAX_PER_ACCOUNT);
            right.countDown();
            for (Future<Boolean> signIn : signIns) {
                assertThat(signIn.get()).isTrue();
            }
        }
    }
}
