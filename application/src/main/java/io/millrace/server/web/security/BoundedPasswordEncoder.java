// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Bounds how many passwords are hashed at once, because each takes a processor for a tenth of a second. Others wait in
 * the order of their arrival; their number and their time are bounded, too.
 */
final class BoundedPasswordEncoder implements PasswordEncoder {

    static final int MAX_WAITING = 200;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final PasswordEncoder encoder;
    private final SignInStatistics statistics;
    private final Semaphore places;
    private final AtomicInteger waiting = new AtomicInteger();

    /** @param atOnce maximum number of passwords that are hashed at once */
    BoundedPasswordEncoder(PasswordEncoder encoder, int atOnce, SignInStatistics statistics) {
        this.encoder = encoder;
        this.statistics = statistics;
        this.places = new Semaphore(atOnce, true);
    }

    /** @throws SignInException (503) if there was no place in time */
    @Override
    public @Nullable String encode(@Nullable CharSequence password) {
        enter();
        try {
            return encoder.encode(password);
        } finally {
            places.release();
        }
    }

    /** @throws SignInException (503) if there was no place in time */
    @Override
    public boolean matches(@Nullable CharSequence password, @Nullable String hash) {
        enter();
        try {
            return encoder.matches(password, hash);
        } finally {
            places.release();
        }
    }

    @Override
    public boolean upgradeEncoding(@Nullable String hash) {
        return encoder.upgradeEncoding(hash);
    }

    private void enter() {
        if (waiting.incrementAndGet() > MAX_WAITING) {
            waiting.decrementAndGet();
            throw statistics.countBusy();
        }
        try {
            if (!places.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw statistics.countBusy();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw statistics.countBusy();
        } finally {
            waiting.decrementAndGet();
        }
    }
}
