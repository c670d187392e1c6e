// SPDX-License-Identifier: Apache-2.0
/** One connection from CONNECT to its end, and the answers to each kind of packet. */
@NullMarked
package io.millrace.transport.mqtt.handler;

import org.jspecify.annotations.NullMarked;
