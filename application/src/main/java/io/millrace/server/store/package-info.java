// SPDX-License-Identifier: Apache-2.0
/** What the engine's nodes and the queue write and read: time series, attributes, alarms, deliveries. */
@NullMarked
package io.millrace.server.store;

import org.jspecify.annotations.NullMarked;
