// SPDX-License-Identifier: Apache-2.0
/** Runs the MQTT server, and connects it to the queue and to what the device API is made of. */
@NullMarked
package io.millrace.server.runtime.mqtt;

import org.jspecify.annotations.NullMarked;
