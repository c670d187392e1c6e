// SPDX-License-Identifier: Apache-2.0
/**
 * The device API without a protocol: connected devices and what is sent to them, the requests of devices with their
 * JSON, and the ports through which a transport asks the application. MQTT and HTTP share it.
 */
@NullMarked
package io.millrace.transport.device;

import org.jspecify.annotations.NullMarked;
