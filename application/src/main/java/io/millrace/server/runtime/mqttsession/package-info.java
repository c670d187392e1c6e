// SPDX-License-Identifier: Apache-2.0
/** Stores the MQTT sessions of devices that outlast their connections, with the messages that wait for them. */
@NullMarked
package io.millrace.server.runtime.mqttsession;

import org.jspecify.annotations.NullMarked;
