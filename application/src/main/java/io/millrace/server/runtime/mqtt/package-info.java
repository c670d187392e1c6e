// SPDX-License-Identifier: Apache-2.0
/** Runs the MQTT server: hands it the queue, tells the engine of sessions, ends those of devices that changed. */
@NullMarked
package io.millrace.server.runtime.mqtt;

import org.jspecify.annotations.NullMarked;
