// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import org.jspecify.annotations.Nullable;

/**
 * What the calls of one node have in common.
 *
 * @param tls whom to trust and who to be, or null: the JVM's trusted authorities, nobody
 * @param proxy the way to the servers, or null: straight
 */
public record HttpClientSettings(@Nullable PemCredentials tls, @Nullable HttpProxy proxy) {

    /** Straight calls without a TLS identity. */
    public static final HttpClientSettings PLAIN = new HttpClientSettings(null, null);
}
