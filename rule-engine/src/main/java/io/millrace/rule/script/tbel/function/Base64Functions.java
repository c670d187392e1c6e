// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mvel2.ExecutionContext;

/** Base64, to and from strings, bytes and hexadecimal digits. */
public final class Base64Functions {

    private Base64Functions() {}

    /** Returns the Base64 of a string in UTF-8. */
    public static String btoa(@Nullable String text) {
        return encode(TextFunctions.requireText(text).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the UTF-8 string that is given in Base64. */
    public static String atob(@Nullable String base64) {
        return new String(decode(base64), StandardCharsets.UTF_8);
    }

    public static String base64ToHex(@Nullable String base64) {
        return Hex.format(decode(base64));
    }

    public static String hexToBase64(@Nullable String hex) {
        return encode(Hex.parse(hex));
    }

    public static byte[] base64ToBytes(@Nullable String base64) {
        return decode(base64);
    }

    public static List<Byte> base64ToBytesList(ExecutionContext context, @Nullable String base64) {
        return Bytes.listOf(context, decode(base64));
    }

    /** Returns the Base64 of an array or a list of bytes. */
    public static String bytesToBase64(Object bytes) {
        return encode(Bytes.of(bytes));
    }

    private static String encode(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] decode(@Nullable String base64) {
        String text = TextFunctions.requireText(base64).strip();
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "expected Base64, got \"%s\"".formatted(Bytes.shorten(text)), e);
        }
    }
}
