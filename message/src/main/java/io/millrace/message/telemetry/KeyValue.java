// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.telemetry;

import java.util.Objects;

/** A key and its value. */
public record KeyValue(String key, Value value) {

    public KeyValue {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
    }
}
