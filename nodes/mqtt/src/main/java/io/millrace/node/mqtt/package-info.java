// SPDX-License-Identifier: Apache-2.0
/** The node that publishes to an MQTT broker. */
@NullMarked
package io.millrace.node.mqtt;

import org.jspecify.annotations.NullMarked;
