// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import org.jspecify.annotations.Nullable;

/**
 * An HTTP proxy. A node must be allowed to connect to it, and to the server behind it: the server's name is resolved here,
 * too, and refused where one of its addresses is. That is no more than a precaution. The proxy resolves the name again,
 * and somebody who answers for the name can tell it something else; what the proxy must not reach, the proxy must refuse.
 *
 * @param host name or address
 * @param port TCP port
 * @param user user name, or null where the proxy asks for none
 * @param password the user's password, or null where there is none
 */
public record HttpProxy(String host, int port, @Nullable String user, @Nullable String password) {

    public HttpProxy {
        if (host.isBlank()) {
            throw new IllegalArgumentException("host: expected a name, but it is blank");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port: expected 1 to 65535, but got " + port);
        }
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
