// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import io.millrace.rule.outgoing.OutgoingAddresses;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/**
 * Makes HTTP/1.1 calls with Apache's client. For each new connection it asks {@link OutgoingAddresses}, and connects
 * only to the addresses returned. Every node has its own connections, at most as many as calls at once, so no
 * connection is used by a node that might not be allowed to open it. A call runs on a virtual thread; waiting calls
 * hold no platform thread.
 */
public final class ApacheHttpClients implements HttpClients, AutoCloseable {

    private final Settings settings;
    private final OutgoingAddresses addresses;
    private final TenantCalls room;
    private final SSLContext defaultTls;
    private final Set<ApacheHttpCalls> open = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService sweeper =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofVirtual().name("http-idle").factory());

    /**
     * Settings for all calls of the process.
     *
     * @param connectTimeout how long opening a connection may take
     * @param longestIdle how long an unused connection is kept
     * @param longestLife how long a connection is used for new calls; a connection to an address that is no longer
     *     allowed may be used until then
     * @param mostCalls how many calls may be under way at once, over all tenants
     */
    public record Settings(
            Duration connectTimeout, Duration longestIdle, Duration longestLife, int mostCalls) {

        /**
         * Ten seconds to connect; connections are closed after 30 seconds without use and after 60 in any case; 16,384
         * calls.
         */
        public static final Settings DEFAULT =
                new Settings(
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(60),
                        16_384);
    }

    public ApacheHttpClients(Settings settings, OutgoingAddresses addresses) {
        this.settings = settings;
        this.addresses = addresses;
        this.room = new TenantCalls(settings.mostCalls());
        try {
            this.defaultTls = SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the JVM has no default TLS context", e);
        }
        long pause = settings.longestIdle().toMillis() / 2;
        var _ = sweeper.scheduleWithFixedDelay(this::sweep, pause, pause, TimeUnit.MILLISECONDS);
    }

    @Override
    public HttpCalls open(HttpClientSettings wanted) {
        PemCredentials tls = wanted.tls();
        ApacheHttpCalls calls =
                new ApacheHttpCalls(
                        wanted,
                        settings,
                        tls == null ? defaultTls : tls.sslContext(),
                        addresses,
                        room,
                        open::remove);
        open.add(calls);
        return calls;
    }

    private void sweep() {
        open.forEach(ApacheHttpCalls::closeIdle);
    }

    /** Number of calls under way. */
    public int underWay() {
        return room.underWay();
    }

    /** Number of connections, idle ones included. */
    public int connections() {
        return open.stream().mapToInt(ApacheHttpCalls::connections).sum();
    }

    /** Aborts all calls, including those of open nodes. */
    @Override
    public void close() {
        sweeper.shutdownNow();
        open.forEach(ApacheHttpCalls::close);
    }
}
