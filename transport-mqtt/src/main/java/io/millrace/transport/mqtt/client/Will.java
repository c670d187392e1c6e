// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.client;

import java.time.Duration;

/**
 * A message that a client has left with its CONNECT, for the case that its connection is lost.
 *
 * @param qos 0, 1 or 2
 * @param delay time after the end of the connection [MQTT-3.1.3.2.2]; zero before MQTT 5
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Will(String topic, byte[] payload, int qos, Duration delay) {}
