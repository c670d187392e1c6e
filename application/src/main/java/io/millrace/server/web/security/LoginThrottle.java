// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the rate of failed sign-ins. After 10 wrong passwords for an account, or 50 from an address, further attempts
 * are refused without a check until a minute has passed since the first of them. The limit per address is higher
 * because many users may share a proxy. Each process keeps its own counts.
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

    /** True if another attempt is allowed. */
    boolean permits(String account, String address) {
        return count(accounts, account) < MAX_PER_ACCOUNT
                && count(addresses, address) < MAX_PER_ADDRESS;
    }

    /** Counts a wrong password. */
    void failed(String account, String address) {
        accounts.get(account, _ -> new AtomicInteger()).incrementAndGet();
        addresses.get(address, _ -> new AtomicInteger()).incrementAndGet();
    }

    /** Resets the account's count after a sign-in with the right password. */
    void succeeded(String account) {
        accounts.invalidate(account);
    }

    private static int count(Cache<String, AtomicInteger> counters, String key) {
        AtomicInteger counter = counters.getIfPresent(key);
        return counter == null ? 0 : counter.get();
    }
}
