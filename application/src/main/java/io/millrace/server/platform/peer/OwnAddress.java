// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The address at which other instances reach this one if the operator names none: the source address of packets to
 * Kafka's brokers, which all instances share.
 *
 * @param bound the address that the HTTP server is bound to; null if it is bound to all
 * @param tls true if the HTTP server uses TLS
 * @param brokers some brokers, each as {@code host:port}
 */
record OwnAddress(@Nullable InetAddress bound, boolean tls, List<String> brokers) {

    /** Returns the address with the given port. */
    URI at(int port) {
        InetAddress host = host();
        String text = host.getHostAddress();
        if (host instanceof Inet6Address) {
            // Without the zone, which means something on this machine only.
            text = "[" + text.replaceFirst("%.*", "") + "]";
        }
        return URI.create((tls ? "https://" : "http://") + text + ":" + port);
    }

    private InetAddress host() {
        if (bound != null && !bound.isAnyLocalAddress()) {
            return bound;
        }
        return brokers.stream()
                .flatMap(broker -> sourceOfPacketsTo(broker).stream())
                .findFirst()
                .orElseGet(OwnAddress::ofHost);
    }

    /** Asks the system for the route; sends nothing. */
    private static Optional<InetAddress> sourceOfPacketsTo(String broker) {
        int colon = broker.lastIndexOf(':');
        if (colon < 0) {
            return Optional.empty();
        }
        String host = broker.substring(0, colon).replaceAll("[\\[\\]]", "");
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(
                    new InetSocketAddress(host, Integer.parseInt(broker.substring(colon + 1))));
            return Optional.ofNullable(socket.getLocalAddress())
                    .filter(address -> !address.isAnyLocalAddress());
        } catch (IOException | IllegalArgumentException | UncheckedIOException _) {
            // No route, an unknown host, or not a port: the next broker may do.
            return Optional.empty();
        }
    }

    private static InetAddress ofHost() {
        try {
            return InetAddress.getLocalHost();
        } catch (IOException _) {
            return InetAddress.getLoopbackAddress();
        }
    }
}
