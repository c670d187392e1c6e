// SPDX-License-Identifier: Apache-2.0
/**
 * The MQTT server for devices. This package puts it together from its sub-packages, which know nothing of it. It
 * knows the queue that messages go to, and never the engine behind it.
 */
@NullMarked
package io.millrace.transport.mqtt;

import org.jspecify.annotations.NullMarked;
