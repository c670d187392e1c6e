// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import io.millrace.message.id.TenantId;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of one node have in common.
 *
 * @param tenant whose node it is, and who decides where it may call
 * @param mostAtOnce how many calls it makes at once, at most; more than 0
 * @param tls whom to trust and who to be, or null: the JVM's trusted authorities, nobody
 * @param proxy the way to the servers, or null: straight
 */
public record HttpClientSettings(
        TenantId tenant, int mostAtOnce, @Nullable PemCredentials tls, @Nullable HttpProxy proxy) {

    public HttpClientSettings {
        if (mostAtOnce < 1) {
            throw new IllegalArgumentException(
                    "mostAtOnce: expected at least one call, but got " + mostAtOnce);
        }
    }
}
