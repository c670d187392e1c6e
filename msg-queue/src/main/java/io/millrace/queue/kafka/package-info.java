// SPDX-License-Identifier: Apache-2.0
/**
 * The queue over Kafka, for several instances. A device's message is safe when the brokers have it; the instance that the
 * consumer group has given its partition runs it through the same lanes as the memory queue does.
 *
 * <p>Progress is a contiguous watermark; the offsets that have ended above it travel in the commit's metadata, so that a
 * new owner repeats next to nothing.
 */
@NullMarked
package io.millrace.queue.kafka;

import org.jspecify.annotations.NullMarked;
