// SPDX-License-Identifier: Apache-2.0
/** The server, tested with the client libraries that devices use. */
@NullMarked
package io.millrace.transport.mqtt.clients;

import org.jspecify.annotations.NullMarked;
