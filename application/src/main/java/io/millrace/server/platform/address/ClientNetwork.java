// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.address;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The network that a client's failed attempts are counted for: its IPv4 address, or the first 64 bits of its IPv6
 * address, because a client can usually choose the others.
 *
 * @param name the address, or the first address of the network with {@code /64}; what is not an address stays as it is
 */
public record ClientNetwork(String name) {

    private static final int IPV6_PREFIX_BYTES = 8;
    private static final int IPV6_BYTES = 16;

    /** Returns the network of an address. */
    public static ClientNetwork of(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length != IPV6_BYTES) {
            return new ClientNetwork(address.getHostAddress());
        }
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < IPV6_PREFIX_BYTES; i += 2) {
            name.append(Integer.toHexString(((bytes[i] & 0xff) << 8) | (bytes[i + 1] & 0xff)))
                    .append(':');
        }
        return new ClientNetwork(name.append(":/64").toString());
    }

    /** Returns the network of a literal address. */
    public static ClientNetwork of(String address) {
        @Nullable InetAddress parsed = parsed(address);
        return parsed == null ? new ClientNetwork(address) : of(parsed);
    }

    /** Returns the network of the client at the other end of a connection. */
    public static ClientNetwork of(SocketAddress remote) {
        @Nullable InetAddress address =
                remote instanceof InetSocketAddress socket ? socket.getAddress() : null;
        return address == null ? new ClientNetwork(remote.toString()) : of(address);
    }

    /** Returns the address that a text represents, or null if it is not a literal address. Does no DNS look-up. */
    static @Nullable InetAddress parsed(String text) {
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
