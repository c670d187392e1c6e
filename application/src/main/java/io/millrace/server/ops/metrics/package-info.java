// SPDX-License-Identifier: Apache-2.0
/** Metrics of queue, nodes, MQTT, stores and actors, and health indicators. */
@NullMarked
package io.millrace.server.ops.metrics;

import org.jspecify.annotations.NullMarked;
