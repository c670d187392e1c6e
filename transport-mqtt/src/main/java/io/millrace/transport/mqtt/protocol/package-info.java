// SPDX-License-Identifier: Apache-2.0
/**
 * The MQTT protocol behind the codec: one connection from CONNECT to its end, sessions, acknowledgements and flow control. What
 * messages mean is decided by the {@link io.millrace.transport.mqtt.client.Client} of each connection.
 */
@NullMarked
package io.millrace.transport.mqtt.protocol;

import org.jspecify.annotations.NullMarked;
