// SPDX-License-Identifier: Apache-2.0
/** The topics of the device API and their meaning. */
@NullMarked
package io.millrace.transport.mqtt.topic;

import org.jspecify.annotations.NullMarked;
