// SPDX-License-Identifier: Apache-2.0
/**
 * Runs the MQTT server: connects it to the queue, reports sessions to the engine, and closes sessions of changed
 * devices.
 */
@NullMarked
package io.millrace.server.runtime.mqtt;

import org.jspecify.annotations.NullMarked;
