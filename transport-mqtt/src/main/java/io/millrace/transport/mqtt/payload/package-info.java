// SPDX-License-Identifier: Apache-2.0
/**
 * What devices publish, turned into messages for the rule chains.
 */
@NullMarked
package io.millrace.transport.mqtt.payload;

import org.jspecify.annotations.NullMarked;
