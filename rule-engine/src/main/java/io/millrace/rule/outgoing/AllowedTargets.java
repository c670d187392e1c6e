// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.outgoing;

import java.net.InetAddress;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Targets to which connections are allowed although the rules refuse them. An entry is an address range or a host name,
 * with or without a port: {@code 10.1.0.0/16}, {@code 10.1.2.3:8080}, {@code fd00::/8}, {@code [fd00::1]:443}, {@code
 * plant.example}, {@code *.plant.example:8883}. A name allows every address that it resolves to; a star matches all
 * names below. Metadata addresses of clouds are allowed only by an entry for the single address, never by a range or a
 * name.
 *
 * @param entries in the order in which they were given
 */
public record AllowedTargets(List<Entry> entries) {

    /** Allows only what the rules allow. */
    public static final AllowedTargets NONE = new AllowedTargets(List.of());

    private static final int ANY_PORT = 0;
    private static final int HIGHEST_PORT = 65_535;
    private static final Pattern NAME =
            Pattern.compile(
                    "(\\*\\.)?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*");

    public AllowedTargets {
        entries = List.copyOf(entries);
    }

    /** One target. */
    public sealed interface Entry {

        /** The only allowed port, or 0: all. */
        int port();
    }

    /** An address range. */
    public record Addresses(AddressRange range, int port) implements Entry {}

    /**
     * A host.
     *
     * @param name in lower case, without a dot at its end
     * @param below whether all names below it are meant instead of the name itself
     */
    public record Host(String name, boolean below, int port) implements Entry {

        boolean matches(String host) {
            return below ? host.endsWith("." + name) : host.equals(name);
        }
    }

    /**
     * Reads entries.
     *
     * @throws IllegalArgumentException if one cannot be read; the message quotes it
     */
    public static AllowedTargets of(List<String> texts) {
        return new AllowedTargets(
                texts.stream().map(String::strip).map(AllowedTargets::entry).toList());
    }

    private static Entry entry(String text) {
        try {
            if (text.startsWith("[")) {
                return inBrackets(text);
            }
            int colon = text.indexOf(':');
            boolean withPort = colon >= 0 && colon == text.lastIndexOf(':');
            return withPort
                    ? target(text.substring(0, colon), port(text.substring(colon + 1)))
                    : target(text, ANY_PORT);
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException(
                    "expected an address, a range such as 10.0.0.0/8 or a host name,"
                            + " each with a port or without, got \"%s\"".formatted(text));
        }
    }

    /** Reads an IPv6 address or range in brackets, which are required if a port follows. */
    private static Entry inBrackets(String text) {
        int end = text.indexOf(']');
        String behind = text.substring(end + 1);
        if (end < 0 || !(behind.isEmpty() || behind.startsWith(":"))) {
            throw new IllegalArgumentException(text);
        }
        return new Addresses(
                AddressRange.of(text.substring(1, end)),
                behind.isEmpty() ? ANY_PORT : port(behind.substring(1)));
    }

    private static Entry target(String text, int port) {
        if (AddressRange.looksLike(text)) {
            return new Addresses(AddressRange.of(text), port);
        }
        String name = AddressRules.withoutRoot(text);
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(text);
        }
        boolean below = name.startsWith("*.");
        return new Host(below ? name.substring(2) : name, below, port);
    }

    private static int port(String text) {
        int port = Integer.parseInt(text);
        if (port < 1 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException(text);
        }
        return port;
    }

    /** True if a connection to an address is allowed; {@code host} is the name that was resolved to it. */
    boolean allow(String host, InetAddress address, int port) {
        if (AddressRules.isMetadata(address)) {
            return entries.stream()
                    .anyMatch(entry ->
                            isOpen(entry, port)
                                    && entry instanceof Addresses(AddressRange range, _)
                                    && range.isSingle()
                                    && contains(range, address));
        }
        return allowName(host, port)
                || entries.stream()
                        .anyMatch(entry ->
                                isOpen(entry, port)
                                        && entry instanceof Addresses(AddressRange range, _)
                                        && contains(range, address));
    }

    /** True if a host is allowed by its name. */
    boolean allowName(String host, int port) {
        String name = AddressRules.withoutRoot(host);
        return entries.stream()
                .anyMatch(entry ->
                        isOpen(entry, port) && entry instanceof Host known && known.matches(name));
    }

    private static boolean contains(AddressRange range, InetAddress address) {
        return range.contains(address) || range.contains(AddressRules.meant(address));
    }

    private static boolean isOpen(Entry entry, int port) {
        return entry.port() == ANY_PORT || entry.port() == port;
    }
}
