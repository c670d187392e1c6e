// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.outgoing;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.regex.Pattern;

/**
 * An IP address range in CIDR notation (RFC 4632, RFC 4291 section 2.3). An IPv4 range contains no IPv6 addresses, and
 * vice versa.
 *
 * @param network the first address of the range
 * @param prefixLength number of leading bits that are compared: up to 32 in IPv4, up to 128 in IPv6
 */
public record AddressRange(InetAddress network, int prefixLength) {

    /**
     * Requires four numbers. The JDK also accepts {@code 10.1} and {@code 167772161}, which are probably mistakes here.
     */
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

    public AddressRange {
        int bits = network.getAddress().length * Byte.SIZE;
        if (prefixLength < 0 || prefixLength > bits) {
            throw new IllegalArgumentException(
                    "expected a prefix length from 0 to %d, got %d".formatted(bits, prefixLength));
        }
        for (int bit = prefixLength; bit < bits; bit++) {
            if (bitOf(network.getAddress(), bit) != 0) {
                throw new IllegalArgumentException(
                        "expected only zeros after the first %d bits, got %s"
                                .formatted(prefixLength, network.getHostAddress()));
            }
        }
    }

    /**
     * Reads a range such as {@code 10.0.0.0/8} or {@code fd00::/8}, or a single address. Does no DNS lookup.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static AddressRange of(String text) {
        int slash = text.indexOf('/');
        InetAddress network = address(slash < 0 ? text : text.substring(0, slash));
        int bits = network.getAddress().length * Byte.SIZE;
        try {
            return new AddressRange(
                    network, slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "expected a number after the slash, got \"%s\"".formatted(text), e);
        }
    }

    private static InetAddress address(String text) {
        if (!text.contains(":") && !IPV4.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "expected an IP address, got \"%s\"".formatted(text));
        }
        return InetAddress.ofLiteral(text);
    }

    /** True if a text looks like an address or a range, and not like a name. */
    static boolean looksLike(String text) {
        return text.contains(":") || text.contains("/") || IPV4.matcher(text).matches();
    }

    public boolean contains(InetAddress address) {
        byte[] bits = address.getAddress();
        byte[] first = network.getAddress();
        if (bits.length != first.length) {
            return false;
        }
        for (int bit = 0; bit < prefixLength; bit++) {
            if (bitOf(bits, bit) != bitOf(first, bit)) {
                return false;
            }
        }
        return true;
    }

    /** True if it is a single address. */
    boolean isSingle() {
        return prefixLength == (network instanceof Inet4Address ? 32 : 128);
    }

    private static int bitOf(byte[] bytes, int bit) {
        return bytes[bit / Byte.SIZE] >> (Byte.SIZE - 1 - bit % Byte.SIZE) & 1;
    }

    @Override
    public String toString() {
        return isSingle()
                ? network.getHostAddress()
                : network.getHostAddress() + "/" + prefixLength;
    }
}
