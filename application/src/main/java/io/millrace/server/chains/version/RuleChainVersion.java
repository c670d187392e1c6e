// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.version;

import io.millrace.message.id.UserId;
import org.jspecify.annotations.Nullable;

/**
 * A version of a chain, as the list of versions shows it.
 *
 * @param number counted from 1 in each chain
 * @param createdTime milliseconds since the epoch
 * @param authorId the author; null for the service itself
 * @param authorName the author's name at that time, or null
 * @param comment the author's comment, or null
 * @param current true for the version that runs
 */
public record RuleChainVersion(
        long number,
        long createdTime,
        @Nullable UserId authorId,
        @Nullable String authorName,
        @Nullable String comment,
        boolean current) {}
