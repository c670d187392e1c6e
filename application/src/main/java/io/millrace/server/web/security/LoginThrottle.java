// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.server.platform.address.ClientNetwork;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Limits the rate of failed sign-ins. After 10 wrong passwords for an account, or 50 from an address (IPv6: from a /64),
 * further attempts are refused without a check until a minute has passed since the first of them. The limit per address
 * is higher because many users may share a proxy. Each process keeps its own counts.
 *
 * <p>An attempt takes its place among those that may fail before the password is checked, so parallel guesses do not
 * exceed the limit. It gives the place back unless the password was wrong. An attempt that may only be made if one under
 * way succeeds waits for that one's end.
 *
 * <p>The lock guards all counts. No password is checked under it.
 */
final class LoginThrottle {

    static final int MAX_PER_ACCOUNT = 10;
    static final int MAX_PER_ADDRESS = 50;
    static final int MAX_WAITING = 200;

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MAX_REMEMBERED = 100_000;

    private final Cache<String, Count> accounts;
    private final Cache<String, Count> addresses;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private final SignInStatistics statistics;
    private int waiting;

    LoginThrottle(Ticker ticker, SignInStatistics statistics) {
        this.statistics = statistics;
        this.accounts = counts(ticker);
        this.addresses = counts(ticker);
    }

    private static Cache<String, Count> counts(Ticker ticker) {
        return Caffeine.newBuilder()
                .ticker(ticker)
                .expireAfterWrite(WINDOW)
                .maximumSize(MAX_REMEMBERED)
                .build();
    }

    /** The attempts of one account or one address in the current minute. */
    private static final class Count {

        private int failed;
        private int underWay;

        boolean isUsedUp(int most) {
            return failed >= most;
        }

        boolean isFull(int most) {
            return failed + underWay >= most;
        }
    }

    /**
     * Begins an attempt; may wait for the end of others.
     *
     * @param address IP address of the client
     * @throws SignInException (429) if too many attempts failed, or too many are under way
     */
    Attempt begin(String account, String address) {
        String network = ClientNetwork.of(address).name();
        lock.lock();
        try {
            long patience = PATIENCE.toNanos();
            while (true) {
                Count ofAccount = accounts.get(account, _ -> new Count());
                Count ofAddress = addresses.get(network, _ -> new Count());
                if (ofAccount.isUsedUp(MAX_PER_ACCOUNT) || ofAddress.isUsedUp(MAX_PER_ADDRESS)) {
                    throw statistics.countThrottled();
                }
                if (!ofAccount.isFull(MAX_PER_ACCOUNT) && !ofAddress.isFull(MAX_PER_ADDRESS)) {
                    ofAccount.underWay++;
                    ofAddress.underWay++;
                    return new Attempt(account, network, ofAccount, ofAddress);
                }
                if (waiting >= MAX_WAITING || patience <= 0) {
                    throw statistics.countThrottled();
                }
                waiting++;
                try {
                    patience = ended.awaitNanos(patience);
                } finally {
                    waiting--;
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw statistics.countThrottled();
        } finally {
            lock.unlock();
        }
    }

    /** Number of attempts that wait for the end of others. */
    int waiting() {
        lock.lock();
        try {
            return waiting;
        } finally {
            lock.unlock();
        }
    }

    /** One attempt. Closing it without a result gives its place back. */
    final class Attempt implements AutoCloseable {

        private final String account;
        private final String network;
        private final Count ofAccount;
        private final Count ofAddress;
        private boolean open = true;

        private Attempt(String account, String network, Count ofAccount, Count ofAddress) {
            this.account = account;
            this.network = network;
            this.ofAccount = ofAccount;
            this.ofAddress = ofAddress;
        }

        /** The password was wrong. */
        void failed() {
            end(() -> {
                ofAccount.failed++;
                ofAddress.failed++;
            });
        }

        /** The password was right: the failed attempts for the account are forgotten. */
        void succeeded() {
            end(() -> ofAccount.failed = 0);
        }

        @Override
        public void close() {
            end(() -> {});
        }

        private void end(Runnable result) {
            lock.lock();
            try {
                if (open) {
                    open = false;
                    ofAccount.underWay--;
                    ofAddress.underWay--;
                    result.run();
                    forgetUnused(accounts, account, ofAccount);
                    forgetUnused(addresses, network, ofAddress);
                    ended.signalAll();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** The minute begins with the first failed attempt. */
    private static void forgetUnused(Cache<String, Count> counts, String key, Count count) {
        if (count.failed == 0 && count.underWay == 0) {
            counts.asMap().remove(key, count);
        }
    }
}
