// SPDX-License-Identifier: Apache-2.0
/**
 * The Kafka clients of the queue: spring-kafka's factories with the properties that Spring Boot reads from
 * {@code spring.kafka.*}, the checks of these properties, and the clients' meters. None of it is loaded with the memory
 * queue.
 */
@NullMarked
package io.millrace.server.platform.kafka;

import org.jspecify.annotations.NullMarked;
