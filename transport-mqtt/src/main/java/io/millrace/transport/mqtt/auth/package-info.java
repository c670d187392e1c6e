// SPDX-License-Identifier: Apache-2.0
/** Authentication of devices: the credentials of CONNECT, and the port that checks them. */
@NullMarked
package io.millrace.transport.mqtt.auth;

import org.jspecify.annotations.NullMarked;
