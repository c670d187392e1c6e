// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.telemetry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds text in JSON that PostgreSQL cannot store: half of a surrogate pair (such as {@code "\ud83d"}) and U+0000. It
 * reads the bytes as they arrive, in pieces of any length, keeps a few bytes of state, and does not check the syntax.
 * JSON in another encoding than UTF-8 is refused too, because its bytes would be misread, and so are characters in more
 * bytes than they need. Used by one thread.
 */
public final class JsonTextCheck {

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;
    private static final long BACKSLASHES = '\\' * ONES;

    private static final int LONGEST_SHOWN_KEY = 60;
    private static final int HEX_DIGITS = 4;

    /** The first byte of a surrogate in the form of UTF-8; a byte from 0x80 to 0x9F follows it in other characters. */
    private static final int SURROGATES = 0xED;

    /** The first bytes of three and four after which a low successor makes a longer form than the character needs. */
    private static final int THREE_BYTES = 0xE0;

    private static final int FOUR_BYTES = 0xF0;

    /** The greatest first byte; a high successor makes a character beyond U+10FFFF. */
    private static final int LAST_FOUR_BYTES = 0xF4;

    private enum State {
        OUTSIDE,
        TEXT,
        BACKSLASH,
        HEX
    }

    private State state = State.OUTSIDE;
    private int hexDigits;
    private int hex;

    /** The first half of a pair whose second half has not arrived yet, or 0. */
    private char half;

    private int previous;
    private long position;

    /** True after a colon: the next text is the value of {@link #key}. */
    private boolean inValue;

    private @Nullable String key;

    /** Where the current or latest text begins in the current piece; -1 if it began in an earlier one. */
    private int textStart = -1;

    private int textEnd = -1;

    /**
     * Text that cannot be stored.
     *
     * @param key key of the value that has the text; null if it is a key itself, or no value of a key
     * @param problem what is wrong with it, as the end of a sentence
     */
    public record Fault(@Nullable String key, String problem) {

        /** The fault as a sentence without a full stop. */
        public String sentence() {
            return (key == null ? "a text" : "\"" + key + "\"") + " " + problem;
        }
    }

    /** Returns the first fault of a whole document, or null if there is none. */
    public static @Nullable Fault faultIn(byte[] json, int offset, int length) {
        return isPlain(json, offset, length)
                ? null
                : new JsonTextCheck().next(json, offset, length);
    }

    /** True if no byte can be part of a fault, which is so in nearly all payloads of devices. */
    private static boolean isPlain(byte[] json, int offset, int length) {
        int end = offset + length;
        int i = offset;
        while (i <= end - Long.BYTES && isPlain((long) LONGS.get(json, i))) {
            i += Long.BYTES;
        }
        for (; i < end; i++) {
            byte b = json[i];
            if (b < 0 ? mayBeIllFormed(b & 0xff) : b == '\\' || b == 0) {
                return false;
            }
        }
        return true;
    }

    /** True if each of eight bytes is ASCII, and none is zero or a backslash. */
    private static boolean isPlain(long bytes) {
        // The highest bit of a byte remains if it was set, and appears if one is subtracted from
        // zero.
        return ((bytes | (bytes - ONES) | ((bytes ^ BACKSLASHES) - ONES)) & HIGHEST_BITS) == 0;
    }

    /** True for first bytes whose successor decides whether they are well-formed, and for bytes that never are. */
    private static boolean mayBeIllFormed(int b) {
        return b == SURROGATES
                || b == THREE_BYTES
                || b == FOUR_BYTES
                || b == 0xC0
                || b == 0xC1
                || b >= LAST_FOUR_BYTES;
    }

    /** Checks the next piece of the document; returns the first fault, or null if there is none. */
    public @Nullable Fault next(byte[] bytes, int offset, int length) {
        for (int i = offset, end = offset + length; i < end; i++) {
            int b = bytes[i] & 0xff;
            @Nullable String problem = b == 0 ? "must be in UTF-8" : take(b, bytes, i);
            if (problem != null) {
                return new Fault(
                        b != 0 && inValue ? key : null,
                        "%s (at byte %d)".formatted(problem, position));
            }
            previous = b;
            position++;
        }
        rememberKey(bytes);
        return null;
    }

    private @Nullable String take(int b, byte[] bytes, int at) {
        return switch (state) {
            case OUTSIDE -> {
                outside(b, bytes, at);
                yield null;
            }
            case TEXT -> text(b, at);
            case BACKSLASH -> backslash(b);
            case HEX -> hex(b);
        };
    }

    private void outside(int b, byte[] bytes, int at) {
        switch (b) {
            case '"' -> {
                state = State.TEXT;
                textStart = at + 1;
                textEnd = -1;
                if (!inValue) {
                    key = null;
                }
            }
            case ':' -> {
                rememberKey(bytes);
                inValue = true;
            }
            case ',', '{' -> inValue = false;
            default -> {
                // Numbers, words, white space, and the ends of objects and arrays hold no text.
            }
        }
    }

    private @Nullable String text(int b, int at) {
        if (b == '\\') {
            state = State.BACKSLASH;
            return null;
        }
        if (half != 0) {
            return alone(half);
        }
        if (b == '"') {
            state = State.OUTSIDE;
            textEnd = at;
        } else if (previous == SURROGATES && b >= 0xA0) {
            return "has half of a surrogate pair as bytes, which is not UTF-8";
        } else if (b == 0xC0 || b == 0xC1 || isOverlong(b)) {
            return "has a character in more bytes than it needs, which is not UTF-8";
        } else if (b > LAST_FOUR_BYTES || (previous == LAST_FOUR_BYTES && b >= 0x90)) {
            return "has a character beyond U+10FFFF, which is not UTF-8";
        }
        return null;
    }

    private boolean isOverlong(int b) {
        return (previous == THREE_BYTES && b < 0xA0) || (previous == FOUR_BYTES && b < 0x90);
    }

    private @Nullable String backslash(int b) {
        if (b == 'u') {
            state = State.HEX;
            hexDigits = 0;
            hex = 0;
            return null;
        }
        state = State.TEXT;
        return half == 0 ? null : alone(half);
    }

    private @Nullable String hex(int b) {
        int digit = Character.digit(b, 16);
        if (digit < 0) {
            // Not JSON; the parser reports it.
            state = State.TEXT;
            return null;
        }
        hex = hex * 16 + digit;
        hexDigits++;
        if (hexDigits < HEX_DIGITS) {
            return null;
        }
        state = State.TEXT;
        return character((char) hex);
    }

    private @Nullable String character(char c) {
        if (half != 0) {
            char first = half;
            half = 0;
            return Character.isLowSurrogate(c) ? null : alone(first);
        }
        if (c == 0) {
            return "has \\u0000, which cannot be stored";
        }
        if (Character.isLowSurrogate(c)) {
            return alone(c);
        }
        if (Character.isHighSurrogate(c)) {
            half = c;
        }
        return null;
    }

    private static String alone(char half) {
        return "has \\u%s, half of a surrogate pair, which cannot be stored"
                .formatted(Integer.toHexString(half).toLowerCase(Locale.ROOT));
    }

    /** Keeps the latest text, which may be a key, before its bytes are gone. A long one, or one in two pieces, is not. */
    private void rememberKey(byte[] bytes) {
        if (!inValue && textStart >= 0 && textEnd >= textStart) {
            int length = textEnd - textStart;
            key =
                    length <= LONGEST_SHOWN_KEY
                            ? new String(bytes, textStart, length, StandardCharsets.UTF_8)
                            : null;
        }
        textStart = -1;
    }
}
