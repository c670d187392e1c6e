// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.telemetry.KeyValue;

/**
 * A stored attribute.
 *
 * @param updatedAt when it was last written, in milliseconds since the epoch
 */
public record Attribute(KeyValue keyValue, long updatedAt) {}
