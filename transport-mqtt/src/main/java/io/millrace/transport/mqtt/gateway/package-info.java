// SPDX-License-Identifier: Apache-2.0
/** Gateways: devices that send for other devices over their own MQTT connection. */
@NullMarked
package io.millrace.transport.mqtt.gateway;

import org.jspecify.annotations.NullMarked;
