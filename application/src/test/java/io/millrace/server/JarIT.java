// SPDX-License-Identifier: Apache-2.0
package io.millrace.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

/** The jar of the service, as {@code ./mvnw package} leaves it. */
final class JarIT {

    private static final Path JAR = Path.of("target", "millrace.jar");

    @Test
    void startsItsSearchForAClassInTheLibrariesWithTheMostClasses() throws IOException {
        try (ZipFile jar = new ZipFile(JAR.toFile())) {
            List<Integer> classes = libraries(jar).map(library -> classesIn(jar, library)).toList();
            assertThat(classes)
                    .hasSizeGreaterThan(100)
                    .isSortedAccordingTo(Comparator.reverseOrder())
                    .first()
                    .satisfies(most -> assertThat(most).isGreaterThan(1_000));
        }
    }

    @Test
    void isSearchedInTheSameOrderAfterItWasExtracted() throws IOException {
        try (ZipFile jar = new ZipFile(JAR.toFile())) {
            byte[] index =
                    jar.getInputStream(jar.getEntry("BOOT-INF/classpath.idx")).readAllBytes();
            assertThat(new String(index, UTF_8).lines())
                    .containsExactlyElementsOf(
                            libraries(jar)
                                    .map(library -> "- \"" + library.getName() + "\"")
                                    .toList());
        }
    }

    private static Stream<? extends ZipEntry> libraries(ZipFile jar) {
        return jar.stream().filter(entry -> entry.getName().matches("BOOT-INF/lib/.+\\.jar"));
    }

    private static int classesIn(ZipFile jar, ZipEntry library) {
        int count = 0;
        try (ZipInputStream content = new ZipInputStream(jar.getInputStream(library))) {
            for (ZipEntry entry = content.getNextEntry();
                    entry != null;
                    entry = content.getNextEntry()) {
                if (entry.getName().endsWith(".class")) {
                    count++;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return count;
    }
}
