// SPDX-License-Identifier: Apache-2.0
/**
 * The MQTT server for devices. This package assembles it from its sub-packages, which do not depend on it. It depends
 * on the queue that messages go to, not on the engine behind the queue.
 */
@NullMarked
package io.millrace.transport.mqtt;

import org.jspecify.annotations.NullMarked;
