// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.timeseries;

import io.millrace.message.telemetry.Value;

/**
 * A value and its time.
 *
 * @param ts milliseconds since the epoch
 */
public record TimeseriesValue(long ts, Value value) {}
