// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JacksonException;

class JsonErrorsTest {

    private static String described(String json) {
        return JsonErrors.describe(
                catchThrowableOfType(
                        JacksonException.class, () -> MessageJson.MAPPER.readTree(json)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"a":1   | Unexpected end-of-input: expected close marker for Object
                    {"a":[1  | Unexpected end-of-input: expected close marker for Array
                    {"a":}   | Unexpected character ('}' (code 125)): expected a valid value (JSON String, Number, Array, Object or token 'null', 'true' or 'false')
                    """)
    void theErrorDoesNotNameThePlaceOfAStructureThatTheParserDoesNotKnow(
            String json, String description) {
        assertThat(described(json)).isEqualTo(description);
    }

    @Test
    void theErrorDoesNotNameTheMethodOfALimit() {
        assertThat(described("[".repeat(2_000)))
                .matches(
                        "Document nesting depth \\(\\d+\\) exceeds the maximum allowed \\(\\d+\\)");
    }
}
