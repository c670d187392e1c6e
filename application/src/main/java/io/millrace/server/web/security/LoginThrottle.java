// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Slows down the guessing of passwords. After 10 wrong ones for an account, or 50 from an address, further attempts
 * are refused unseen until a minute has passed since the first of them. An address may be a proxy with many people
 * behind it, hence the larger number. Counts are kept per process.
 */
final class LoginThrottle {

    static final int MAX_PER_ACCOUNT = 10;
    static final int MAX_PER_ADDRESS = 50;

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int MAX_REMEMBERED = 100_000;

    private final Cache<String, AtomicInteger> accounts;
    private final Cache<String, AtomicInteger> addresses;

    LoginThrottle(Ticker ticker) {
        this.accounts = counters(ticker);
        this.addresses = counters(ticker);
    }

    private static Cache<String, AtomicInteger> counters(Ticker ticker) {
        return Caffeine.newBuilder()
                .ticker(ticker)
                .expireAfterWrite(WINDOW)
                .maximumSize(MAX_REMEMBERED)
                .build();
    }

    /** Whether a further attempt may be looked at. */
    boolean permits(String account, String address) {
        return count(accounts, account) < MAX_PER_ACCOUNT
                && count(addresses, address) < MAX_PER_ADDRESS;
    }

    /** Notes a wrong password. */
    void failed(String account, String address) {
        accounts.get(account, _ -> new AtomicInteger()).incrementAndGet();
        addresses.get(address, _ -> new AtomicInteger()).incrementAndGet();
    }

    /** Forgets the account's wrong passwords: its owner has shown the right one. */
    void succeeded(String account) {
        accounts.invalidate(account);
    }

    private static int count(Cache<String, AtomicInteger> counters, String key) {
        AtomicInteger counter = counters.getIfPresent(key);
        return counter == null ? 0 : counter.get();
    }
}
