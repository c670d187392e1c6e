// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.server.web.security.SecurityUser;

/**
 * A user with the token of its session.
 *
 * @param token must not appear in a log
 */
record Subscriber(SecurityUser user, String token) {

    @Override
    public String toString() {
        return "Subscriber[%s]".formatted(user.userId());
    }
}
