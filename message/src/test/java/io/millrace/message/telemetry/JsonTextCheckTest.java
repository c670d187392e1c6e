// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.telemetry.JsonTextCheck.Fault;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextCheckTest {

    private static @Nullable Fault faultIn(String json) {
        return faultIn(json.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable Fault faultIn(byte[] json) {
        Fault whole = JsonTextCheck.faultIn(json, 0, json.length);
        assertThat(faultInPieces(json, 1) == null).isEqualTo(whole == null);
        assertThat(faultInPieces(json, 3) == null).isEqualTo(whole == null);
        return whole;
    }

    private static @Nullable Fault faultInPieces(byte[] json, int length) {
        JsonTextCheck check = new JsonTextCheck();
        for (int i = 0; i < json.length; i += length) {
            Fault fault = check.next(json, i, Math.min(length, json.length - i));
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"name\":\"Gerät 🚲\"}",
                "{\"name\":\"\\ud83d\\udeb2 and \\u00e9\"}",
                "{\"pattern\":\"\\\\ud83d\"}",
                "{\"a\":\"\\\\\",\"b\":\"\\\"\\u0041\"}",
                "[\"\\ud7ff\",\"\\ue000\",\"\uD7FF\"]"
            })
    void acceptsTextThatCanBeStored(String json) {
        assertThat(faultIn(json)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"\\ud83d\"}",
                "{\"name\":\"\\uD83D x\"}",
                "{\"name\":\"\\ud83d\\n\"}",
                "{\"name\":\"\\ud83d\\ud83d\\udeb2\"}",
                "{\"name\":\"x\\udeb2\"}",
                "{\"name\":\"\\udeb2\\ud83d\"}"
            })
    void findsHalfASurrogatePairAndNamesTheKey(String json) {
        Fault fault = faultIn(json);

        assertThat(fault).isNotNull();
        assertThat(fault.sentence())
                .startsWith("\"name\" has \\u")
                .contains("half of a surrogate pair");
    }

    /** The first and last character of each length, each in one byte more than it needs. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "c080",
                "c1bf",
                "e08080",
                "e09fbf",
                "f0808080",
                "f08fbfbf",
                "f4908080",
                "f5808080",
                "ff"
            })
    void findsCharactersThatAreNotUtf8(String hex) {
        byte[] text = HexFormat.of().parseHex(hex);
        byte[] json = new byte[7 + text.length];
        System.arraycopy("{\"a\":\"".getBytes(StandardCharsets.UTF_8), 0, json, 0, 6);
        System.arraycopy(text, 0, json, 6, text.length);
        json[json.length - 1] = '"';

        assertThat(faultIn(json)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5c7564383364", "00", "c080", "eda0bd", "ff"})
    void findsAFaultAtEachPlaceOfAText(String hex) {
        String fault = new String(HexFormat.of().parseHex(hex), StandardCharsets.ISO_8859_1);
        for (int before = 0; before < 20; before++) {
            for (int after = 0; after < 20; after++) {
                String json = "{\"a\":\"" + "x".repeat(before) + fault + "~".repeat(after) + "\"}";

                assertThat(faultIn(json.getBytes(StandardCharsets.ISO_8859_1))).isNotNull();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0080", "\u07ff", "\u0800", "\uffff", "\ud800\udc00", "\udbff\udfff"})
    void acceptsTheFirstAndLastCharacterOfEachLength(String character) {
        assertThat(faultIn("{\"a\":\"" + character + "\"}")).isNull();
    }

    @Test
    void findsUPlus0000() {
        Fault fault = faultIn("{\"a\":1,\"note\":\"x\\u0000\"}");

        assertThat(fault).isNotNull();
        assertThat(fault.sentence())
                .isEqualTo("\"note\" has \\u0000, which cannot be stored (at byte 21)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"\\ud83d\":1}|a text",
                "{\"a\":{\"\\ud83d\":1}}|a text",
                "{\"tags\":[\"\\ud83d\"]}|\"tags\"",
                "{\"tags\":[\"x\",\"\\ud83d\"]}|a text",
                "{\"a\":\"x\",\"b\":\"\\ud83d\"}|\"b\""
            })
    void aKeyAndAnElementOfAnArrayHaveNoNameOfTheirOwn(String json, String subject) {
        Fault fault = faultIn(json);

        assertThat(fault).isNotNull();
        assertThat(fault.sentence()).startsWith(subject + " has \\ud83d");
    }

    @Test
    void refusesSurrogatesAsBytesAndOtherEncodings() {
        byte[] half = {
            '{', '"', 'a', '"', ':', '"', (byte) 0xED, (byte) 0xA0, (byte) 0xBD, '"', '}'
        };

        assertThat(faultIn(half)).isNotNull();
        assertThat(faultIn("{\"a\":1}".getBytes(StandardCharsets.UTF_16BE))).isNotNull();
    }
}
