// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The body of a message: the bytes as they were received, and their JSON tree, which is parsed at most once and only on
 * demand. Safe to share between threads. Callers must not change the tree, because other branches of the same message
 * use it; copy it first ({@link JsonNode#deepCopy()}).
 */
public final class Payload {

    /** The empty JSON object. */
    public static final Payload EMPTY_OBJECT = ofText("{}");

    private static final JsonMapper JSON = MessageJson.MAPPER;

    private final byte[] buffer;
    private final int offset;
    private final int length;
    private @Nullable volatile JsonNode tree;

    private Payload(byte[] buffer, int offset, int length, @Nullable JsonNode tree) {
        this.buffer = buffer;
        this.offset = offset;
        this.length = length;
        this.tree = tree;
    }

    /** Returns a payload on a slice of a buffer. The buffer is kept, not copied, and must not be changed afterwards. */
    public static Payload of(byte[] buffer, int offset, int length) {
        if (offset < 0 || length < 0 || offset > buffer.length - length) {
            throw new IllegalArgumentException(
                    "expected a slice of %d bytes, got offset %d and length %d"
                            .formatted(buffer.length, offset, length));
        }
        return new Payload(buffer, offset, length, null);
    }

    /** Returns a payload on a whole buffer, which must not be changed afterwards. */
    public static Payload of(byte[] buffer) {
        return new Payload(buffer, 0, buffer.length, null);
    }

    /** Returns the payload of a text, encoded in UTF-8. */
    public static Payload ofText(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the payload of a tree, which must not be changed afterwards, and serialises it. */
    public static Payload of(JsonNode tree) {
        byte[] bytes = JSON.writeValueAsBytes(tree);
        return new Payload(bytes, 0, bytes.length, tree);
    }

    /**
     * Returns the payload as JSON.
     *
     * @throws MalformedPayloadException if the bytes are not one JSON value in UTF-8
     */
    public JsonNode json() {
        JsonNode known = tree;
        if (known == null) {
            known = parse();
            tree = known;
        }
        return known;
    }

    private JsonNode parse() {
        try {
            JsonNode parsed = JSON.readTree(buffer, offset, length);
            if (parsed.isMissingNode()) {
                throw new MalformedPayloadException("the payload is not JSON: it is empty");
            }
            return parsed;
        } catch (JacksonException e) {
            throw MalformedPayloadException.notJson(e);
        }
    }

    /** Returns the payload as text. */
    public String text() {
        return new String(buffer, offset, length, StandardCharsets.UTF_8);
    }

    /** Returns a copy of the bytes. */
    public byte[] bytes() {
        return Arrays.copyOfRange(buffer, offset, offset + length);
    }

    /** The buffer that holds the bytes, from {@link #offset()} on; read only. */
    public byte[] buffer() {
        return buffer;
    }

    /** Index of the first byte in {@link #buffer()}. */
    public int offset() {
        return offset;
    }

    /** Number of bytes. */
    public int length() {
        return length;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Payload that
                && Arrays.equals(
                        buffer,
                        offset,
                        offset + length,
                        that.buffer,
                        that.offset,
                        that.offset + that.length);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + buffer[i];
        }
        return hash;
    }

    @Override
    public String toString() {
        return length <= 200 ? text() : "%d bytes".formatted(length);
    }
}
