// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.benchmark.load.LoadException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableOptionsTest {

    @TempDir Path directory;

    private Path jar;

    @BeforeEach
    void makeJar() throws IOException {
        jar = Files.createFile(directory.resolve("millrace.jar"));
    }

    private TableOptions parse(String words) {
        return TableOptions.parse(
                words.replace("JAR", jar.toString())
                        .replace("DIRECTORY", directory.toString())
                        .split(" "));
    }

    @Test
    void theUsualSectionsAreMeasuredWithoutNames() {
        TableOptions options = parse("--jar JAR");

        assertThat(options.sections())
                .containsExactly(
                        SectionName.LOAD,
                        SectionName.IDLE,
                        SectionName.DEVICES,
                        SectionName.FOLLOWING,
                        SectionName.SCRIPTS,
                        SectionName.KAFKA,
                        SectionName.START,
                        SectionName.MEMORY,
                        SectionName.READS,
                        SectionName.GROWTH_DEVICES,
                        SectionName.GROWTH_GATEWAYS,
                        SectionName.GROWTH_CHAINS,
                        SectionName.GROWTH_TENANTS);
        assertThat(options.rounds()).isEqualTo(3);
        assertThat(options.big()).isFalse();
    }

    @Test
    void switchesNeedNoValue() {
        TableOptions options = parse("--all --jar JAR --big");

        assertThat(options.sections()).containsExactly(SectionName.values());
        assertThat(options.big()).isTrue();
    }

    @Test
    void namedSectionsAreMeasuredInTheGivenOrder() {
        assertThat(parse("--jar JAR --only kafka,load").sections())
                .containsExactly(SectionName.KAFKA, SectionName.LOAD);
    }

    @Test
    void pausesAreShorterInATrial() {
        assertThat(parse("--jar JAR").scaled(20)).isEqualTo(20);
        assertThat(parse("--jar JAR --seconds 3").scaled(20)).isEqualTo(5);
        assertThat(parse("--jar JAR --seconds 60").scaled(20)).isEqualTo(20);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    --rounds 3                      | --jar: expected the jar to measure.
                    --jar none.jar                  | --jar: there is no file none.jar.
                    --jar JAR --against none.jar    | --against: there is no file none.jar.
                    --jar JAR --archive DIRECTORY   | --archive: expected an unpacked distribution; there is no DIRECTORY/bin/millrace.
                    --jar JAR --docs none           | --docs: there is no directory none.
                    --jar JAR --only load --all     | Expected --all or --only, got both.
                    --jar JAR --rounds 0            | --rounds: expected a number from 1 to 99, got 0.
                    --jar JAR --colour red          | There is no option --colour.
                    """)
    void anInvalidOptionIsReportedInOneSentence(String words, String sentence) {
        assertThatExceptionOfType(LoadException.class)
                .isThrownBy(() -> parse(words))
                .withMessage(sentence.replace("DIRECTORY", directory.toString()));
    }

    @Test
    void anUnknownSectionIsReportedWithTheKnownOnes() {
        assertThatExceptionOfType(LoadException.class)
                .isThrownBy(() -> parse("--jar JAR --only lode"))
                .withMessageStartingWith(
                        "--only: expected names of load, idle, devices, following,")
                .withMessageEndingWith("got lode.");
    }
}
