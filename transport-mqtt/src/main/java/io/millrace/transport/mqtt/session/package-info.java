// SPDX-License-Identifier: Apache-2.0
/**
 * What belongs to one device's connection: who is connected, how much is on its way, and why it ends.
 */
@NullMarked
package io.millrace.transport.mqtt.session;

import org.jspecify.annotations.NullMarked;
