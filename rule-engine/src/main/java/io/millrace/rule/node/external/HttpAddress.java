// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.external;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts text from users and devices to an address: characters that are not allowed in their position are
 * percent-encoded (RFC 3986, section 2.1), the percent sign included.
 */
final class HttpAddress {

    private static final Pattern PARTS =
            Pattern.compile(
                    "(?<scheme>[hH][tT][tT][pP][sS]?)://(?<authority>[^/?#]+)(?<path>[^?#]*)"
                            + "(?:\\?(?<query>[^#]*))?(?:#(?<fragment>.*))?",
                    Pattern.DOTALL);
    private static final String IN_PATH = "-._~!$&'()*+,;=:@/";
    private static final String IN_QUERY = IN_PATH + "?";

    private HttpAddress() {}

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException if it lacks scheme or host
     */
    static URI of(String text) {
        Matcher parts = PARTS.matcher(text.strip());
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "the address must be like http://host/path, not \"%s\"".formatted(text));
        }
        StringBuilder address =
                new StringBuilder(parts.group("scheme"))
                        .append("://")
                        .append(parts.group("authority"));
        encode(parts.group("path"), IN_PATH, address);
        if (parts.group("query") != null) {
            encode(parts.group("query"), IN_QUERY, address.append('?'));
        }
        try {
            URI uri = new URI(address.toString());
            if (uri.getHost() == null) {
                throw new IllegalArgumentException(
                        "the address must have a host, but is \"%s\"".formatted(text));
            }
            return uri;
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "the address must be like http://host/path, not \"%s\"".formatted(text), e);
        }
    }

    private static void encode(String text, String allowed, StringBuilder into) {
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (octet & 0xff);
            boolean plain =
                    (c >= 'a' && c <= 'z')
                            || (c >= 'A' && c <= 'Z')
                            || (c >= '0' && c <= '9')
                            || allowed.indexOf(c) >= 0;
            if (plain) {
                into.append(c);
            } else {
                into.append("%%%02X".formatted((int) c));
            }
        }
    }
}
