// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.outgoing;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which addresses are not on the public Internet: all that the IANA registries of IPv4 and IPv6 special-purpose
 * addresses (RFC 6890) do not call globally reachable, and the metadata addresses of clouds.
 */
public final class AddressRules {

    private static final AddressRange IPV4_MAPPED = AddressRange.of("::/80");
    private static final AddressRange NAT64 = AddressRange.of("64:ff9b::/96");
    private static final AddressRange GLOBAL_IPV6 = AddressRange.of("2000::/3");
    private static final int IPV4_BYTES = 4;
    private static final int MAPPED_MARK = 10;

    private static final String DOCUMENTATION = "an address for documentation";

    /** The first matching rule gives the reason. */
    private static final List<Rule> RULES =
            List.of(
                    rule("0.0.0.0/32", "the unspecified address"),
                    rule("0.0.0.0/8", "an address of \"this network\""),
                    rule("10.0.0.0/8", "a private address"),
                    rule("100.64.0.0/10", "an address behind carrier-grade NAT"),
                    rule("127.0.0.0/8", "a loopback address"),
                    rule("169.254.0.0/16", "a link-local address"),
                    rule("172.16.0.0/12", "a private address"),
                    rule("192.0.0.0/24", "an address for protocol assignments"),
                    rule("192.0.2.0/24", DOCUMENTATION),
                    rule("192.88.99.0/24", "an address of a 6to4 relay"),
                    rule("192.168.0.0/16", "a private address"),
                    rule("198.18.0.0/15", "an address for benchmarks"),
                    rule("198.51.100.0/24", DOCUMENTATION),
                    rule("203.0.113.0/24", DOCUMENTATION),
                    rule("224.0.0.0/4", "a multicast address"),
                    rule("255.255.255.255/32", "the broadcast address"),
                    rule("240.0.0.0/4", "a reserved address"),
                    rule("::/128", "the unspecified address"),
                    rule("::1/128", "the loopback address"),
                    rule("::/96", "an IPv6 address with an IPv4 address in it (compatible)"),
                    rule("64:ff9b:1::/48", "an address of a local NAT64"),
                    rule("2001::/32", "an IPv6 address with an IPv4 address in it (Teredo)"),
                    rule("2001::/23", "an address for protocol assignments"),
                    rule("2001:db8::/32", DOCUMENTATION),
                    rule("2002::/16", "an IPv6 address with an IPv4 address in it (6to4)"),
                    rule("3fff::/20", DOCUMENTATION),
                    rule("fc00::/7", "a unique local address"),
                    rule("fe80::/10", "a link-local address"),
                    rule("fec0::/10", "a site-local address"),
                    rule("ff00::/8", "a multicast address"));

    private static final Set<InetAddress> METADATA =
            Set.of(
                    // AWS, Azure, Google, Oracle, IBM, OpenStack, DigitalOcean and others
                    InetAddress.ofLiteral("169.254.169.254"),
                    InetAddress.ofLiteral("fd00:ec2::254"),
                    InetAddress.ofLiteral("fd20:ce::254"),
                    InetAddress.ofLiteral("fe80::a9fe:a9fe"),
                    // AWS: credentials of containers
                    InetAddress.ofLiteral("169.254.170.2"),
                    InetAddress.ofLiteral("169.254.170.23"),
                    InetAddress.ofLiteral("fd00:ec2::23"),
                    // Azure's agent; apart from that a public address
                    InetAddress.ofLiteral("168.63.129.16"),
                    // Tencent, Oracle, Alibaba
                    InetAddress.ofLiteral("169.254.0.23"),
                    InetAddress.ofLiteral("192.0.0.192"),
                    InetAddress.ofLiteral("100.100.100.200"));

    private static final Set<String> METADATA_NAMES =
            Set.of(
                    "metadata",
                    "metadata.google.internal",
                    "metadata.goog",
                    "instance-data",
                    "instance-data.ec2.internal",
                    "metadata.tencentyun.com");

    private AddressRules() {}

    private record Rule(AddressRange range, String reason) {}

    private static Rule rule(String range, String reason) {
        return new Rule(AddressRange.of(range), reason);
    }

    /** Returns why an address is refused, as a noun such as "a private address"; empty if it is public. */
    public static Optional<String> reason(InetAddress address) {
        InetAddress meant = meant(address);
        if (isMetadata(meant)) {
            return Optional.of("a cloud metadata address");
        }
        Optional<String> reason =
                RULES.stream()
                        .filter(rule -> rule.range().contains(meant))
                        .map(Rule::reason)
                        .findFirst();
        return reason.isEmpty() && !(meant instanceof Inet4Address) && !GLOBAL_IPV6.contains(meant)
                ? Optional.of("a reserved address")
                : reason;
    }

    /** True if a cloud gives its machines their metadata or credentials at this address. */
    static boolean isMetadata(InetAddress address) {
        byte[] bytes = meant(address).getAddress();
        // Equality of IPv6 addresses also compares the network interface.
        return METADATA.stream().anyMatch(known -> Arrays.equals(known.getAddress(), bytes));
    }

    /** True if a name is known as one of a cloud's metadata service. */
    static boolean isMetadataName(String host) {
        return METADATA_NAMES.contains(withoutRoot(host));
    }

    /** Returns a host name in lower case, without the dot of the root. */
    static String withoutRoot(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }

    /**
     * Returns the address to which a connection finally goes: the IPv4 address inside an IPv4-mapped address or inside
     * a NAT64 address (RFC 6052), by which a host without IPv4 reaches every IPv4 address; otherwise the address
     * itself.
     */
    static InetAddress meant(InetAddress address) {
        byte[] bytes = address.getAddress();
        boolean mapped =
                IPV4_MAPPED.contains(address)
                        && bytes[MAPPED_MARK] == -1
                        && bytes[MAPPED_MARK + 1] == -1;
        if (!mapped && !NAT64.contains(address)) {
            return address;
        }
        try {
            return InetAddress.getByAddress(
                    Arrays.copyOfRange(bytes, bytes.length - IPV4_BYTES, bytes.length));
        } catch (UnknownHostException e) {
            throw new AssertionError("four bytes are an address", e);
        }
    }
}
