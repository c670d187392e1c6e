// SPDX-License-Identifier: Apache-2.0
/** The node that publishes to exchanges of RabbitMQ. */
@NullMarked
package io.millrace.node.rabbitmq;

import org.jspecify.annotations.NullMarked;
