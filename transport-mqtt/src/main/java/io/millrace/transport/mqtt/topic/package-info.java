// SPDX-License-Identifier: Apache-2.0
/**
 * The topics of the device API: which are known, and what they mean.
 */
@NullMarked
package io.millrace.transport.mqtt.topic;

import org.jspecify.annotations.NullMarked;
