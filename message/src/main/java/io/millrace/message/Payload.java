// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The body of a message: bytes as they were received, or a JSON tree that a node has made. Each is made of the other on
 * demand only, and at most once: most trees that nodes make are stored value by value, and never written. Safe to share
 * between threads. Callers must not change the tree, because other branches of the same message use it; copy it first
 * ({@link JsonNode#deepCopy()}).
 */
public final class Payload {

    /** The empty JSON object. */
    public static final Payload EMPTY_OBJECT = ofText("{}");

    private static final JsonMapper JSON = MessageJson.MAPPER;

    /** About the bytes of a number, and of the signs around a value. */
    private static final int USUAL_NUMBER = 8;

    private static final int SIGNS = 4;

    /** The tree of which the payload was made, or null: it was made of bytes. */
    private final @Nullable JsonNode origin;

    private final int offset;
    private final int received;
    private volatile byte @Nullable [] buffer;
    private volatile @Nullable JsonNode parsed;

    private Payload(byte[] buffer, int offset, int length) {
        this.origin = null;
        this.buffer = buffer;
        this.offset = offset;
        this.received = length;
    }

    private Payload(JsonNode origin) {
        this.origin = origin;
        this.offset = 0;
        this.received = 0;
    }

    /** Returns a payload on a slice of a buffer. The buffer is kept, not copied, and must not be changed afterwards. */
    public static Payload of(byte[] buffer, int offset, int length) {
        if (offset < 0 || length < 0 || offset > buffer.length - length) {
            throw new IllegalArgumentException(
                    "expected a slice of %d bytes, got offset %d and length %d"
                            .formatted(buffer.length, offset, length));
        }
        return new Payload(buffer, offset, length);
    }

    /** Returns a payload on a whole buffer, which must not be changed afterwards. */
    public static Payload of(byte[] buffer) {
        return new Payload(buffer, 0, buffer.length);
    }

    /** Returns the payload of a text, encoded in UTF-8. */
    public static Payload ofText(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the payload of a tree, which must not be changed afterwards. It is written as JSON on demand. */
    public static Payload of(JsonNode tree) {
        return new Payload(tree);
    }

    /**
     * Returns the payload as JSON.
     *
     * @throws MalformedPayloadException if the bytes are not one JSON value in UTF-8
     */
    public JsonNode json() {
        if (origin != null) {
            return origin;
        }
        JsonNode known = parsed;
        if (known == null) {
            known = parse();
            parsed = known;
        }
        return known;
    }

    private JsonNode parse() {
        try {
            JsonNode tree = JSON.readTree(buffer(), offset, received);
            if (tree.isMissingNode()) {
                throw new MalformedPayloadException("the payload is not JSON: it is empty");
            }
            return tree;
        } catch (JacksonException e) {
            throw MalformedPayloadException.notJson(e);
        }
    }

    /**
     * Returns a parser of the JSON, which throws the errors of its syntax. Numbers in bytes that were received have all
     * their digits, of which those of {@link #json()} may have lost some.
     */
    public JsonParser parser() {
        return origin == null
                ? JSON.createParser(buffer(), offset, received)
                : JSON.treeAsTokens(origin);
    }

    /** Returns the payload as text. */
    public String text() {
        return new String(buffer(), offset, length(), StandardCharsets.UTF_8);
    }

    /** Returns a copy of the bytes. */
    public byte[] bytes() {
        byte[] known = buffer();
        return Arrays.copyOfRange(known, offset, offset + length());
    }

    /** The buffer that holds the bytes, from {@link #offset()} on; read only. */
    public byte[] buffer() {
        byte[] known = buffer;
        if (known == null) {
            known = written(json());
            buffer = known;
        }
        return known;
    }

    /** By way of a text, in which half of a surrogate pair becomes a question mark; the mapper would throw. */
    private static byte[] written(JsonNode tree) {
        return JSON.writeValueAsString(tree).getBytes(StandardCharsets.UTF_8);
    }

    /** Index of the first byte in {@link #buffer()}. */
    public int offset() {
        return offset;
    }

    /** Number of bytes. */
    public int length() {
        return origin == null ? received : buffer().length;
    }

    /** Returns the number of bytes for bounds of memory: of a tree about, so that it need not be written. */
    public int estimatedLength() {
        return origin == null ? received : estimate(origin);
    }

    private static int estimate(JsonNode node) {
        if (node.isString()) {
            return SIGNS + node.stringValue().length();
        }
        if (!node.isContainer()) {
            boolean isLong = node.isBigInteger() || node.isBigDecimal();
            return SIGNS + (isLong ? node.asString().length() : USUAL_NUMBER);
        }
        int sum = SIGNS;
        for (JsonNode each : node) {
            sum += estimate(each);
        }
        for (String name : node.propertyNames()) {
            sum += name.length();
        }
        return sum;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Payload that
                && Arrays.equals(
                        buffer(),
                        offset,
                        offset + length(),
                        that.buffer(),
                        that.offset,
                        that.offset + that.length());
    }

    @Override
    public int hashCode() {
        byte[] known = buffer();
        int hash = 1;
        for (int i = offset, n = offset + length(); i < n; i++) {
            hash = 31 * hash + known[i];
        }
        return hash;
    }

    @Override
    public String toString() {
        return length() <= 200 ? text() : "%d bytes".formatted(length());
    }
}
