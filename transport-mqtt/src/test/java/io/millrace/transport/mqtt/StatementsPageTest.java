// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page docs/mqtt.md names tests that exist. */
class StatementsPageTest {

    private static final Path PAGE = Path.of("..", "docs", "mqtt.md");
    private static final Path TESTS = Path.of("target", "test-classes");
    private static final Pattern NAMED = Pattern.compile("`(\\w+Test)\\.(\\w+)`");

    @Test
    void everyTestThatThePageNamesExists() throws IOException {
        String page = Files.readString(PAGE);
        List<String> named =
                NAMED.matcher(page).results().map(MatchResult::group).distinct().toList();
        String existing = testMethods().collect(Collectors.joining(" "));

        assertThat(named).hasSizeGreaterThan(50).allMatch(existing::contains);
    }

    private static Stream<String> testMethods() throws IOException {
        try (Stream<Path> files = Files.walk(TESTS)) {
            return files
                    .filter(file -> file.toString().endsWith("Test.class"))
                    .map(file -> TESTS.relativize(file).toString())
                    .map(file -> file.substring(0, file.length() - ".class".length()))
                    .flatMap(name -> methods(name.replace('/', '.')))
                    .toList()
                    .stream();
        }
    }

    private static Stream<String> methods(String className) {
        try {
            Class<?> test = Class.forName(className);
            return Arrays.stream(test.getDeclaredMethods())
                    .map(Method::getName)
                    .map(method -> "`%s.%s`".formatted(test.getSimpleName(), method));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
