// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.mqtt;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.server.platform.address.ClientNetwork;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Limits how many connections one address (IPv6: one /64) opens in a second. Thread-safe. */
final class ConnectionRate implements Predicate<SocketAddress> {

    private static final Duration WINDOW = Duration.ofSeconds(1);
    private static final int MAX_NETWORKS = 100_000;

    private final int limit;
    private final Cache<ClientNetwork, AtomicInteger> opened;

    ConnectionRate(int limit, Ticker ticker) {
        this.limit = limit;
        this.opened =
                Caffeine.newBuilder()
                        .ticker(ticker)
                        .expireAfterWrite(WINDOW)
                        .maximumSize(MAX_NETWORKS)
                        .build();
    }

    /** True if the address may open one more connection now. */
    @Override
    public boolean test(SocketAddress remote) {
        if (!(remote instanceof InetSocketAddress socket) || socket.getAddress() == null) {
            return true;
        }
        ClientNetwork network = ClientNetwork.of(socket.getAddress());
        return opened.get(network, _ -> new AtomicInteger()).incrementAndGet() <= limit;
    }
}
