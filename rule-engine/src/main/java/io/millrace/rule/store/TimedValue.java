// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.telemetry.Value;

/**
 * A value with its time.
 *
 * @param ts milliseconds since the epoch
 */
public record TimedValue(long ts, Value value) {}
