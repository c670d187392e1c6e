// SPDX-License-Identifier: Apache-2.0
/** What operators see: meters of queue, nodes, MQTT, stores and actors, and whether the service is ready. */
@NullMarked
package io.millrace.server.ops.metrics;

import org.jspecify.annotations.NullMarked;
