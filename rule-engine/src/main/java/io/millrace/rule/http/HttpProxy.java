// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import org.jspecify.annotations.Nullable;

/**
 * An HTTP proxy. A node must be allowed to connect to the proxy and to the server behind it: the server's name is
 * resolved here too, and the call is refused if one of its addresses is not allowed. That is only a precaution: the
 * proxy resolves the name again, and an attacker who controls the name's DNS can give it another address. The proxy
 * itself must refuse addresses that it must not reach.
 *
 * @param host name or address
 * @param port TCP port
 * @param user user name, or null if the proxy requires none
 * @param password the user's password, or null for none
 */
public record HttpProxy(String host, int port, @Nullable String user, @Nullable String password) {

    public HttpProxy {
        if (host.isBlank()) {
            throw new IllegalArgumentException("host: expected a name; it is blank");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port: expected 1 to 65535, got " + port);
        }
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
