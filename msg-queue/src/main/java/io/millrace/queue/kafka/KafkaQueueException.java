// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import org.jspecify.annotations.Nullable;

/** Kafka does not answer, or refuses a request. */
public final class KafkaQueueException extends RuntimeException {

    private static final long serialVersionUID = 1;

    KafkaQueueException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
