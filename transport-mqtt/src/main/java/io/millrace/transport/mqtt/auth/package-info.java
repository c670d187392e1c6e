// SPDX-License-Identifier: Apache-2.0
/**
 * Who a device is: what it presents at CONNECT, and the port that judges it.
 */
@NullMarked
package io.millrace.transport.mqtt.auth;

import org.jspecify.annotations.NullMarked;
