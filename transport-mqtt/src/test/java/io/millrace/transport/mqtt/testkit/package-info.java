// SPDX-License-Identifier: Apache-2.0
/** Shared parts of the server's tests: a queue, devices, a client that sends any bytes, and the bytes of packets. */
@NullMarked
package io.millrace.transport.mqtt.testkit;

import org.jspecify.annotations.NullMarked;
