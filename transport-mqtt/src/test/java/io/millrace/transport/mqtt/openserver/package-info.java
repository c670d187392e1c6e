// SPDX-License-Identifier: Apache-2.0
/** A server for any MQTT client, with which suites test the protocol layer. */
@NullMarked
package io.millrace.transport.mqtt.openserver;

import org.jspecify.annotations.NullMarked;
