// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.benchmark.load.Options.Chain;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {

    @Test
    void missingOptionsHaveADefault() {
        Options options = Options.parse("--password", "secret123");

        assertThat(options.server().http()).isEqualTo(8080);
        assertThat(options.isClosedLoop()).isTrue();
        assertThat(options.chain()).isEqualTo(Chain.ROOT);
        assertThat(options.pings()).isFalse();
        assertThat(options.patience()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void givenOptionsReplaceTheDefaults() {
        Options options =
                Options.parse(
                        "--rate",
                        "500",
                        "--password",
                        "secret123",
                        "--pings",
                        "true",
                        "--chain",
                        "rest",
                        "--rest-url",
                        "http://127.0.0.1:8000/slow");

        assertThat(options.rate()).isEqualTo(500);
        assertThat(options.isClosedLoop()).isFalse();
        assertThat(options.pings()).isTrue();
        assertThat(options.chain()).isEqualTo(Chain.REST);
        assertThat(options.restUrl()).isEqualTo("http://127.0.0.1:8000/slow");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    --devices many                       | --devices: expected a number from 1 to 10000, got many.
                    --seconds 601                        | --seconds: expected a number from 1 to 600, got 601.
                    --devices 10 --gateway 4             | --gateway: expected a divisor of the 10 devices, got 4.
                    --window                             | --window: expected a value; there is none.
                    --chain roots                        | --chain: expected attributes or javascript or rest or root or scripts, got roots.
                    --pings yes                          | --pings: expected false or true, got yes.
                    --rest-url http://example.org/       | --rest-url: expected an address of 127.0.0.1, got http://example.org/.
                    --rest-url http://localhost.example/ | --rest-url: expected an address of 127.0.0.1, got http://localhost.example/.
                    --colour red                         | There is no option --colour.
                    devices 5                            | Expected --name value, got devices.
                    --devices 5                          | --password: expected the password of tenant@millrace.local.
                    """)
    void anInvalidOptionIsReportedInOneSentence(String words, String sentence) {
        assertThatExceptionOfType(LoadException.class)
                .isThrownBy(() -> Options.parse(words.split(" ")))
                .withMessage(sentence);
    }
}
