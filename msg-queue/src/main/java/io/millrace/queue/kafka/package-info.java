// SPDX-License-Identifier: Apache-2.0
/**
 * The queue over Kafka, for several instances. A device's message is safe when the brokers have it; the instance that
 * owns its partition in the consumer group runs it through the same lanes as the memory queue does.
 *
 * <p>Clients come from the factories of spring-kafka; the poll loop, progress and fencing are this package's own.
 * Progress is a contiguous watermark; offsets above it that have ended are kept in the commit's metadata, so that a new
 * owner repeats next to nothing.
 */
@NullMarked
package io.millrace.queue.kafka;

import org.jspecify.annotations.NullMarked;
