// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FairnessOptionsTest {

    @Test
    void missingOptionsHaveADefault() {
        FairnessOptions options = FairnessOptions.parse("--password", "secret123");

        assertThat(options.server())
                .isEqualTo(new Server(8080, 1883, "sysadmin@millrace.local", "secret123"));
        assertThat(options.rate()).isEqualTo(10_000);
        assertThat(options.neighbourRate()).isEqualTo(10);
        assertThat(options.warmup()).isEqualTo(Duration.ofSeconds(20));
        assertThat(options.length()).isEqualTo(Duration.ofSeconds(20));
        assertThat(options.only()).isEmpty();
    }

    @Test
    void givenOptionsReplaceTheDefaults() {
        FairnessOptions options =
                FairnessOptions.parse(
                        "--sysadmin root@example.com --password secret123 --neighbour-rate 50 --only load,rest"
                                .split(" "));

        assertThat(options.server().user()).isEqualTo("root@example.com");
        assertThat(options.neighbourRate()).isEqualTo(50);
        assertThat(options.only()).containsExactly("load", "rest");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    --rate 0       | --rate: expected a number from 1 to 100000, got 0.
                    --seconds 601  | --seconds: expected a number from 1 to 600, got 601.
                    --devices 5    | There is no option --devices.
                    --rate 5       | --password: expected the password of sysadmin@millrace.local.
                    """)
    void anInvalidOptionIsReportedInOneSentence(String words, String sentence) {
        assertThatExceptionOfType(LoadException.class)
                .isThrownBy(() -> FairnessOptions.parse(words.split(" ")))
                .withMessage(sentence);
    }
}
