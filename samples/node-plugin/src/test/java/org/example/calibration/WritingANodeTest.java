// SPDX-License-Identifier: Apache-2.0
package org.example.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The code of docs/writing-a-node.md must occur in this module unchanged. */
class WritingANodeTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "writing-a-node.md");

    @Test
    void everyBlockOfJavaStandsInTheSources() throws IOException {
        String sources;
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            sources =
                    files.filter(file -> file.toString().endsWith(".java"))
                            .map(WritingANodeTest::read)
                            .collect(Collectors.joining("\n"));
        }

        assertThat(blocks("java"))
                .hasSizeGreaterThan(5)
                .allSatisfy(block -> assertThat(sources).contains(block));
    }

    @Test
    void theProjectFileOfThePageIsTheStandaloneOne() {
        assertThat(blocks("xml")).containsExactly(read(Path.of("standalone-pom.xml")));
    }

    @Test
    void theProviderIsNamedAsThePageSays() throws IOException {
        String service =
                "src/main/resources/META-INF/services/io.millrace.rule.plugin.NodeProvider";

        assertThat(read(PAGE)).contains(service);
        assertThat(blocks("")).contains(read(Path.of(service)));
    }

    private static List<String> blocks(String language) {
        return Pattern.compile("^```(\\w*)\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE)
                .matcher(read(PAGE))
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
