// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.telemetry;

import java.util.Objects;

/** A value under its key. */
public record KeyValue(String key, Value value) {

    public KeyValue {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
    }
}
