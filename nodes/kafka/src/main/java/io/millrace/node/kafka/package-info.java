// SPDX-License-Identifier: Apache-2.0
/** The node that writes to topics of Kafka. */
@NullMarked
package io.millrace.node.kafka;

import org.jspecify.annotations.NullMarked;
