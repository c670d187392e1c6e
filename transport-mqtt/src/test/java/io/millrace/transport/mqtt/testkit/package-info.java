// SPDX-License-Identifier: Apache-2.0
/** What the tests of the server share: a queue, devices, a client that sends any bytes, and the bytes of packets. */
@NullMarked
package io.millrace.transport.mqtt.testkit;

import org.jspecify.annotations.NullMarked;
