// SPDX-License-Identifier: Apache-2.0
/**
 * What the server tells about itself.
 */
@NullMarked
package io.millrace.transport.mqtt.metrics;

import org.jspecify.annotations.NullMarked;
