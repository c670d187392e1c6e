// SPDX-License-Identifier: Apache-2.0
/** The device API over MQTT: its topics, and the clients that are devices. */
@NullMarked
package io.millrace.transport.mqtt.device;

import org.jspecify.annotations.NullMarked;
