// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.version;

import io.millrace.message.id.UserId;
import org.jspecify.annotations.Nullable;

/**
 * What the list of a chain's versions tells of one.
 *
 * @param number counted from 1 in each chain
 * @param createdTime milliseconds since the epoch
 * @param authorId who made it; null: the service itself
 * @param authorName what the author was called then, or null
 * @param comment what the author said of it, or null
 * @param current whether it is the one that runs
 */
public record RuleChainVersion(
        long number,
        long createdTime,
        @Nullable UserId authorId,
        @Nullable String authorName,
        @Nullable String comment,
        boolean current) {}
