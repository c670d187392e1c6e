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
 * Calls by Apache's client, over HTTP/1.1. It asks {@link OutgoingAddresses} for each connection when it makes it, and
 * connects to nothing else. Every node has its own connections, no more than it makes calls at once, so none is used for
 * somebody who might not have made it. A call runs on a virtual thread; waiting calls hold no platform thread.
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
     * What holds for all calls of the process.
     *
     * @param connectTimeout how long a connection may take to come about
     * @param longestIdle how long a connection is kept that nobody uses
     * @param longestLife how long a connection is used for new calls; so long may one go on that would be refused by now
     * @param mostCalls how many calls may be under way at once, over all tenants
     */
    public record Settings(
            Duration connectTimeout, Duration longestIdle, Duration longestLife, int mostCalls) {

        /** Ten seconds for a connection, which ends after thirty without use and after sixty anyway; 16,384 calls. */
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
            throw new IllegalStateException("expected the JVM to trust some authorities", e);
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

    /** How many calls are under way. */
    public int underWay() {
        return room.underWay();
    }

    /** How many connections there are, idle ones included. */
    public int connections() {
        return open.stream().mapToInt(ApacheHttpCalls::connections).sum();
    }

    /** Breaks off every call, those of open nodes too. */
    @Override
    public void close() {
        sweeper.shutdownNow();
        open.forEach(ApacheHttpCalls::close);
    }
}
