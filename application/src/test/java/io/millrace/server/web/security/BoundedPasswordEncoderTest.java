// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.security.crypto.password.PasswordEncoder;

class BoundedPasswordEncoderTest {

    /** A slow encoder that counts its callers. */
    private static final class SlowEncoder implements PasswordEncoder {

        private final CountDownLatch end = new CountDownLatch(1);
        private final AtomicInteger callers = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();

        @Override
        public String encode(@Nullable CharSequence password) {
            return "hash";
        }

        @Override
        public boolean matches(@Nullable CharSequence password, @Nullable String hash) {
            most.accumulateAndGet(callers.incrementAndGet(), Math::max);
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                callers.decrementAndGet();
            }
            return true;
        }
    }

    @Test
    void hashesNoMorePasswordsAtOnceThanAllowedAndBoundsThoseThatWait() throws Exception {
        SlowEncoder slow = new SlowEncoder();
        SignInStatistics statistics = new SignInStatistics();
        BoundedPasswordEncoder encoder = new BoundedPasswordEncoder(slow, 2, statistics);
        int many = BoundedPasswordEncoder.MAX_WAITING + 50;
        AtomicInteger refused = new AtomicInteger();
        List<Future<?>> checks = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < many; i++) {
                checks.add(
                        threads.submit(() -> {
                            try {
                                assertThat(encoder.matches("a", "b")).isTrue();
                            } catch (SignInException busy) {
                                assertThat(busy.status()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
                                refused.incrementAndGet();
                            }
                        }));
            }
            await().until(() -> slow.callers.get() == 2 && refused.get() >= 48);
            slow.end.countDown();
            for (Future<?> check : checks) {
                check.get();
            }
        }
        assertThat(slow.most).hasValue(2);
        assertThat(refused.get()).isBetween(48, 50);
        assertThat(statistics.busy()).isEqualTo(refused.get());
    }
}
