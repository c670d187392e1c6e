// SPDX-License-Identifier: Apache-2.0
/**
 * Storage that rule nodes and queues read and write: time series, attributes, alarms, deliveries in flight, dead
 * letters.
 */
@NullMarked
package io.millrace.server.store;

import org.jspecify.annotations.NullMarked;
