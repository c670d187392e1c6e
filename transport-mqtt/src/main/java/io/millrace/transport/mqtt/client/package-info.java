// SPDX-License-Identifier: Apache-2.0
/**
 * What the MQTT server asks of the application behind it. The protocol layer knows credentials and topics only through
 * these interfaces, so a test can put another application behind the same server.
 */
@NullMarked
package io.millrace.transport.mqtt.client;

import org.jspecify.annotations.NullMarked;
