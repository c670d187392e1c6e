// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mvel2.ExecutionContext;
import org.mvel2.ScriptMemoryOverflowException;

/** Strings and their bytes. */
public final class TextFunctions {

    private static final String ALPHANUMERIC =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    private static final String URI_UNESCAPED = ALPHANUMERIC + "-_.!~*'();/?:@&=+$,#";

    private TextFunctions() {}

    /** Returns the string in UTF-8. */
    public static List<Byte> stringToBytes(ExecutionContext context, Object text) {
        return Bytes.listOf(context, requireText(text).getBytes(StandardCharsets.UTF_8));
    }

    public static List<Byte> stringToBytes(ExecutionContext context, Object text, String charset) {
        return Bytes.listOf(context, requireText(text).getBytes(charsetOf(charset)));
    }

    /** Returns the string of bytes in UTF-8. */
    public static String bytesToString(Object bytes) {
        return new String(Bytes.of(bytes), StandardCharsets.UTF_8);
    }

    public static String bytesToString(Object bytes, String charset) {
        return new String(Bytes.of(bytes), charsetOf(charset));
    }

    /** Returns the string of bytes in UTF-8. */
    public static String decodeToString(Object bytes) {
        return bytesToString(bytes);
    }

    /** Parses a JSON text, or the bytes of one in UTF-8. */
    public static @Nullable Object decodeToJson(ExecutionContext context, Object textOrBytes) {
        String text = textOrBytes instanceof String s ? s : bytesToString(textOrBytes);
        return TbelJson.parse(context, text);
    }

    /**
     * Ends the call with an error.
     *
     * @return nothing; allows {@code return raiseError("…")}
     */
    @SuppressWarnings("DoNotCallSuggester") // scripts call it in order to throw
    public static Object raiseError(@Nullable Object text) {
        throw new RaisedError(String.valueOf(text));
    }

    /** Pads the text at its start with copies of another up to the given length. */
    public static String padStart(ExecutionContext context, Object text, int length, Object pad) {
        String given = textOf(text);
        return padding(context, given, length, pad) + given;
    }

    /** Pads the text at its end with copies of another up to the given length. */
    public static String padEnd(ExecutionContext context, Object text, int length, Object pad) {
        String given = textOf(text);
        return given + padding(context, given, length, pad);
    }

    private static String padding(ExecutionContext context, String text, int length, Object pad) {
        String one = String.valueOf(pad);
        int missing = length - text.length();
        if (missing <= 0 || one.isEmpty()) {
            return "";
        }
        if (context.getMaxAllowedMemory() > 0 && length > context.getMaxAllowedMemory() / 2) {
            throw new ScriptMemoryOverflowException(
                    "expected a length of at most %d, got %d"
                            .formatted(context.getMaxAllowedMemory() / 2, length));
        }
        return one.repeat(missing / one.length() + 1).substring(0, missing);
    }

    /** Does the same as the function of JavaScript. */
    public static String encodeURI(Object uri) {
        String text = textOf(uri);
        ByteBuffer bytes;
        try {
            bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("expected no half of a surrogate pair", e);
        }
        StringBuilder encoded = new StringBuilder(text.length());
        while (bytes.hasRemaining()) {
            int each = bytes.get() & 0xFF;
            if (URI_UNESCAPED.indexOf(each) >= 0) {
                encoded.append((char) each);
            } else {
                encoded.append('%').append(Hex.format(each, 2));
            }
        }
        return encoded.toString();
    }

    /** Decodes all escapes of a text in UTF-8, also those of reserved characters, which JavaScript leaves unchanged. */
    public static String decodeURI(Object uri) {
        String text = textOf(uri);
        StringBuilder decoded = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            if (text.charAt(i) != '%') {
                decoded.append(text.charAt(i++));
                continue;
            }
            ByteArrayOutputStream escaped = new ByteArrayOutputStream();
            for (; i < text.length() && text.charAt(i) == '%'; i += 3) {
                escaped.write(escapeAt(text, i));
            }
            decoded.append(utf8(escaped.toByteArray()));
        }
        return decoded.toString();
    }

    private static int escapeAt(String text, int percent) {
        if (percent + 3 > text.length()) {
            throw new IllegalArgumentException(
                    "expected two hexadecimal digits after % at position " + percent);
        }
        int high = Character.digit(text.charAt(percent + 1), 16);
        int low = Character.digit(text.charAt(percent + 2), 16);
        if (high < 0 || low < 0) {
            throw new IllegalArgumentException(
                    "expected two hexadecimal digits after % at position " + percent);
        }
        return 16 * high + low;
    }

    private static CharBuffer utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("expected escapes of a text in UTF-8", e);
        }
    }

    static String requireText(@Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("expected a text, got " + Bytes.describe(value));
    }

    /** Returns a text, or that of a number or a boolean. */
    private static String textOf(@Nullable Object value) {
        return value instanceof Number || value instanceof Boolean
                ? value.toString()
                : requireText(value);
    }

    private static Charset charsetOf(@Nullable String name) {
        try {
            return Charset.forName(String.valueOf(name));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "expected the name of a charset, got " + Bytes.describe(name), e);
        }
    }
}
