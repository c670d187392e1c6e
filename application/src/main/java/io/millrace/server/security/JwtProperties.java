// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.security;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * How tokens are signed.
 *
 * @param jwtSecret text of at least 32 characters that the instances of a cluster share; null or blank: one is
 *     generated and kept in the database
 */
@ConfigurationProperties("millrace")
record JwtProperties(@Nullable String jwtSecret) {

    /** Without the secret: this may end up in a log. */
    @Override
    public String toString() {
        return "JwtProperties[]";
    }
}
