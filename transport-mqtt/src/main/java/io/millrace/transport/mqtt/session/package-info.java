// SPDX-License-Identifier: Apache-2.0
/** The sessions of connected devices: their registry, the window of unsafe messages, and the reasons why they end. */
@NullMarked
package io.millrace.transport.mqtt.session;

import org.jspecify.annotations.NullMarked;
