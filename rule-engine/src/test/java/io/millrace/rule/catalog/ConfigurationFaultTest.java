// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationFaultTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            textBlock =
                    """
                    interval: expected 1 or more     | nodes[2].configuration.interval | expected 1 or more
                    credentials.type: expected: one  | nodes[2].configuration.credentials.type | expected: one
                    keys[3].name: expected a text    | nodes[2].configuration.keys[3].name | expected a text
                    headers[a b]: expected a text    | nodes[2].configuration.headers[a b] | expected a text
                    configuration: expected an object | nodes[2].configuration | expected an object
                    it cannot work: at all           | nodes[2].configuration | it cannot work: at all
                    it cannot work                   | nodes[2].configuration | it cannot work
                    """)
    void tellsTheFieldFromTheMessage(String sentence, String path, String message) {
        ConfigurationFault fault = ConfigurationFault.of(sentence);

        assertThat(fault.pathIn(2)).isEqualTo(path);
        assertThat(fault.message()).isEqualTo(message);
    }
}
