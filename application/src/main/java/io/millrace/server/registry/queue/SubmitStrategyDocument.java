// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import io.millrace.queue.SubmitStrategy;

/**
 * A queue's {@code submitStrategy}.
 *
 * @param batchSize how many messages may be under way at once with {@link SubmitStrategy#BATCH}, then at least 1; kept
 * for
 *     ThingsBoard's clients with the others
 */
public record SubmitStrategyDocument(SubmitStrategy type, int batchSize) {}
