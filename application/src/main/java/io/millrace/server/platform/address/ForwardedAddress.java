// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.address;

import io.millrace.rule.outgoing.AddressRange;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the address of a client behind reverse proxies. {@code X-Forwarded-For} is believed only as far as trusted
 * proxies have written it: each appends the address of its own peer, so the list is read from its end up to the first
 * address that is not a trusted proxy's. Everything before that may be invented by the client.
 *
 * @param trusted addresses of the proxies
 */
public record ForwardedAddress(List<AddressRange> trusted) {

    /** More proxies than any installation has; a longer list is not read further. */
    private static final int MAX_PROXIES = 20;

    public ForwardedAddress {
        trusted = List.copyOf(trusted);
    }

    /**
     * Returns the address of the client.
     *
     * @param peer address of the other end of the connection
     * @param forwardedFor all values of {@code X-Forwarded-For}, in their order
     */
    public String of(String peer, List<String> forwardedFor) {
        if (trusted.isEmpty() || !isTrusted(peer)) {
            return peer;
        }
        String client = peer;
        int proxies = 0;
        String[] named = String.join(",", forwardedFor).split(",");
        for (int i = named.length - 1; i >= 0 && proxies < MAX_PROXIES; i--) {
            String address = withoutPort(named[i].strip());
            if (ClientNetwork.parsed(address) == null) {
                return client;
            }
            client = address;
            if (!isTrusted(address)) {
                return client;
            }
            proxies++;
        }
        return client;
    }

    private boolean isTrusted(String address) {
        @Nullable InetAddress parsed = ClientNetwork.parsed(address);
        return parsed != null && trusted.stream().anyMatch(range -> range.contains(parsed));
    }

    /** Some proxies write {@code 192.0.2.1:4711} or {@code [2001:db8::1]:4711}. */
    private static String withoutPort(String text) {
        if (text.startsWith("[")) {
            int end = text.indexOf(']');
            return end < 0 ? text : text.substring(1, end);
        }
        int colon = text.indexOf(':');
        return colon >= 0 && colon == text.lastIndexOf(':') ? text.substring(0, colon) : text;
    }
}
