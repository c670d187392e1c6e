// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.peer;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bytes within a message, which need not be text; Base64 in JSON. */
final class Body {

    private final byte[] bytes;

    /** @param bytes must not be modified */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    Body(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The bytes, which must not be modified. */
    @JsonValue
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return bytes.length;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Body body && Arrays.equals(bytes, body.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Does not show the bytes: they may be large, or secret. */
    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
