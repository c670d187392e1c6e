// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import io.millrace.message.id.TenantId;
import org.jspecify.annotations.Nullable;

/**
 * Settings of all calls of one node.
 *
 * @param tenant the node's tenant, whose rules decide where it may call
 * @param mostAtOnce largest number of calls at once; more than 0
 * @param tls trusted authorities and own certificate, or null: the JVM's authorities and no certificate
 * @param proxy the proxy, or null: direct connections
 */
public record HttpClientSettings(
        TenantId tenant, int mostAtOnce, @Nullable PemCredentials tls, @Nullable HttpProxy proxy) {

    public HttpClientSettings {
        if (mostAtOnce < 1) {
            throw new IllegalArgumentException(
                    "mostAtOnce: expected at least one call, got " + mostAtOnce);
        }
    }
}
