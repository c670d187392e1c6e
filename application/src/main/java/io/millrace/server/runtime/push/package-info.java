// SPDX-License-Identifier: Apache-2.0
/**
 * The WebSocket API: clients subscribe to time series and attributes and receive current values, then changes. Messages
 * have ThingsBoard's shape.
 */
@NullMarked
package io.millrace.server.runtime.push;

import org.jspecify.annotations.NullMarked;
