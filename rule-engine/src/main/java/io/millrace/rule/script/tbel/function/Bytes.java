// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import io.millrace.rule.script.tbel.value.MeteredContext;
import io.millrace.rule.script.tbel.value.TbelList;
import java.lang.reflect.Array;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mvel2.ExecutionContext;

/** Sequences of bytes in scripts: lists and arrays. */
final class Bytes {

    @FunctionalInterface
    private interface ByteReader {

        byte read(@Nullable Object element);
    }

    private Bytes() {}

    /**
     * Returns the bytes of a list or an array of bytes, of integers from −128 to 255, or of strings of such integers,
     * decimal or hexadecimal.
     *
     * @throws IllegalArgumentException if it is anything else
     */
    static byte[] of(@Nullable Object value) {
        return of(value, Bytes::byteOf);
    }

    /** Returns the same, but of an integer that is no byte its lowest eight bits. */
    static byte[] lowestOf(@Nullable Object value) {
        return of(value, each -> (byte) integerOf(each));
    }

    private static byte[] of(@Nullable Object value, ByteReader reader) {
        return switch (value) {
            case byte[] bytes -> bytes.clone();
            case List<?> list -> {
                byte[] bytes = new byte[list.size()];
                int i = 0;
                for (Object each : list) {
                    bytes[i++] = reader.read(each);
                }
                yield bytes;
            }
            case null -> throw new IllegalArgumentException("expected bytes, got null");
            default -> ofArray(value, reader);
        };
    }

    private static byte[] ofArray(Object value, ByteReader reader) {
        if (!value.getClass().isArray()) {
            throw new IllegalArgumentException(
                    "expected a list or an array of bytes, got " + describe(value));
        }
        byte[] bytes = new byte[Array.getLength(value)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = reader.read(Array.get(value, i));
        }
        return bytes;
    }

    /** Returns one byte from an integer from −128 to 255 or a string of one. */
    static byte byteOf(@Nullable Object value) {
        long number = integerOf(value);
        if (number < Byte.MIN_VALUE || number > 0xFF) {
            throw new IllegalArgumentException("expected a byte from -128 to 255, got " + number);
        }
        return (byte) number;
    }

    private static long integerOf(@Nullable Object value) {
        return switch (value) {
            case Byte b -> b;
            case Short s -> s;
            case Integer i -> i;
            case Long l -> l;
            case Float f when f == Math.rint(f) -> f.longValue();
            case Double d when d == Math.rint(d) -> d.longValue();
            case String text -> ofText(text);
            case null, default ->
                    throw new IllegalArgumentException("expected a byte, got " + describe(value));
        };
    }

    private static long ofText(String text) {
        Integer number = NumberTextFunctions.parseInt(text);
        if (number == null) {
            throw new IllegalArgumentException("expected a byte, got a blank text");
        }
        return number;
    }

    /** Returns a list for a script, whose memory is counted. */
    static TbelList<Byte> listOf(ExecutionContext context, byte[] bytes) {
        TbelList<Byte> list = new TbelList<>((MeteredContext) context);
        list.ensureCapacity(bytes.length);
        for (byte each : bytes) {
            list.add(each);
        }
        return list;
    }

    /**
     * Returns the unsigned number that some of the bytes represent; negative for eight bytes with the highest bit set.
     *
     * @param length number of bytes, from 0 to {@code max}
     * @param max at most 8
     * @throws IllegalArgumentException if there are fewer bytes
     */
    static long number(byte[] bytes, int offset, int length, int max, boolean bigEndian) {
        if (offset < 0 || offset > bytes.length) {
            throw new IllegalArgumentException(
                    "expected an offset from 0 to %d, got %d".formatted(bytes.length, offset));
        }
        if (length < 0 || length > max) {
            throw new IllegalArgumentException(
                    "expected a length from 0 to %d, got %d".formatted(max, length));
        }
        if (length > bytes.length - offset) {
            throw new IllegalArgumentException(
                    "expected %d bytes from offset %d; there are only %d"
                            .formatted(length, offset, bytes.length - offset));
        }
        long number = 0;
        for (int i = 0; i < length; i++) {
            int position = bigEndian ? offset + i : offset + length - 1 - i;
            number = (number << 8) | (bytes[position] & 0xFF);
        }
        return number;
    }

    static String describe(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String text -> "the text \"" + shorten(text) + "\"";
            case Number number -> "the number " + number;
            case java.util.Map<?, ?> _ -> "a map";
            case java.util.Collection<?> _ -> "a collection";
            default -> "a " + value.getClass().getSimpleName();
        };
    }

    /** Shortens a text for an error message to at most one line. */
    static String shorten(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }
}
