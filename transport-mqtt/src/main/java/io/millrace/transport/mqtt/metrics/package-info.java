// SPDX-License-Identifier: Apache-2.0
/** The port for the server's metrics. */
@NullMarked
package io.millrace.transport.mqtt.metrics;

import org.jspecify.annotations.NullMarked;
