// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.rule.store.DeviceRpc;
import io.millrace.server.platform.settings.RpcSettings;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.DocumentRules;
import io.millrace.server.web.api.Required;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The body of an RPC request over REST. Other properties are ignored.
 *
 * @param method name of the method
 * @param params any JSON
 * @param timeout milliseconds; null: the default one
 * @param expirationTime when the request expires, in milliseconds since the epoch; overrides {@code timeout}
 * @param persistent whether the request is stored until it has ended
 * @param retries how often a persistent request is sent again if the device does not acknowledge it
 * @param additionalInfo JSON that is passed to the rule chains, and stored with a persistent request
 * @param requestUUID identity of the request; null: a new one
 */
record RpcBody(
        @Required @Nullable String method,
        @Required @Nullable JsonNode params,
        @Nullable Long timeout,
        @Nullable Long expirationTime,
        @Nullable Boolean persistent,
        @Nullable Integer retries,
        @Nullable JsonNode additionalInfo,
        @Nullable UUID requestUUID) {

    private static final int LONGEST_METHOD = 255;

    /**
     * A checked body.
     *
     * @param params JSON text
     * @param expiresAt milliseconds since the epoch
     * @param additionalInfo JSON text, or null
     */
    record Checked(
            UUID id,
            String method,
            String params,
            long expiresAt,
            boolean persistent,
            @Nullable Integer retries,
            @Nullable String additionalInfo) {}

    /**
     * Checks the body.
     *
     * @param now milliseconds since the epoch
     * @throws ApiException (400) if a property is missing or invalid
     */
    Checked checked(long now, RpcSettings settings) {
        if (method == null || method.isBlank() || method.length() > LONGEST_METHOD) {
            throw ApiException.badRequest(
                    "method: must be a text of 1 to %d characters".formatted(LONGEST_METHOD));
        }
        if (params == null) {
            throw ApiException.badRequest("params: is missing; it may be any JSON");
        }
        DocumentRules.limited("params", params);
        DocumentRules.limited("additionalInfo", additionalInfo);
        if (retries != null && retries < 0) {
            throw ApiException.badRequest("retries: must be 0 or more, but is " + retries);
        }
        boolean stored = Boolean.TRUE.equals(persistent);
        return new Checked(
                requestUUID == null ? UUID.randomUUID() : requestUUID,
                method,
                params.toString(),
                expiresAt(now, stored, settings),
                stored,
                retries,
                additionalInfo == null || additionalInfo.isNull()
                        ? null
                        : additionalInfo.toString());
    }

    private long expiresAt(long now, boolean stored, RpcSettings settings) {
        long longest = RpcSettings.LONGEST_TIMEOUT.toMillis();
        if (expirationTime != null) {
            if (expirationTime <= now) {
                throw ApiException.badRequest(
                        "expirationTime: must be later than now (%d), but is %d"
                                .formatted(now, expirationTime));
            }
            if (!stored && expirationTime - now > longest) {
                throw ApiException.badRequest(
                        "expirationTime: must be at most %d ms from now (%d) if the request is not persistent, but is %d"
                                .formatted(longest, now, expirationTime));
            }
            if (expirationTime > DeviceRpc.Request.LATEST_EXPIRATION) {
                throw ApiException.badRequest(
                        "expirationTime: must be before the year 10000 (%d), but is %d"
                                .formatted(DeviceRpc.Request.LATEST_EXPIRATION, expirationTime));
            }
            return expirationTime;
        }
        long millis = timeout == null ? settings.defaultTimeout().toMillis() : timeout;
        if (millis < 0 || millis > longest) {
            throw ApiException.badRequest(
                    "timeout: must be from 0 to %d milliseconds, but is %d"
                            .formatted(longest, millis));
        }
        return now + Math.max(settings.leastTimeout().toMillis(), millis);
    }
}
