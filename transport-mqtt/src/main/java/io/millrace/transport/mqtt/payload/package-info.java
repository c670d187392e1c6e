// SPDX-License-Identifier: Apache-2.0
/** Converts the payloads that devices publish to messages for the rule chains. */
@NullMarked
package io.millrace.transport.mqtt.payload;

import org.jspecify.annotations.NullMarked;
