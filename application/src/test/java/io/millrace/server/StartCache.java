// SPDX-License-Identifier: Apache-2.0
package io.millrace.server;

import io.millrace.server.platform.postgres.BuildLock;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The classes of the service as the JVM has them after a start, loaded and linked, for all later starts of a build:
 * they take half the time. (JEP 514, "Ahead-of-Time Command-Line Ergonomics".) The first test that starts the service
 * makes the cache, by a start of its own. The JVM itself checks that a cache fits its class path, and starts without
 * one that does not.
 */
final class StartCache {

    private StartCache() {}

    private static final class Made {

        static final List<String> OPTIONS = make();

        private static List<String> make() {
            if (!isOfJars(ApplicationProcess.classPath())) {
                return List.of();
            }
            try {
                Path directory =
                        Files.createDirectories(Path.of("target", "start-cache").toAbsolutePath());
                Path cache =
                        directory.resolve(
                                "%08x.aot".formatted(ApplicationProcess.classPath().hashCode()));
                try (BuildLock _ = BuildLock.of(directory)) {
                    if (!isNewerThanTheClasses(cache)) {
                        record(directory.resolve("data"), cache);
                    }
                }
                return Files.exists(cache) ? List.of("-XX:AOTCache=" + cache) : List.of();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void record(Path data, Path cache) throws IOException {
            Files.deleteIfExists(cache);
            Files.createDirectories(data);
            try (ApplicationProcess recorded =
                    ApplicationProcess.launch(
                            data,
                            Map.of("MILLRACE_DEMO", "true"),
                            List.of("-XX:AOTCacheOutput=" + cache))) {
                recorded.awaitReady();
                recorded.stop();
            }
        }
    }

    /** The options of a JVM that starts the service; none where classes lie in directories, as in an IDE. */
    static List<String> options() {
        return Made.OPTIONS;
    }

    private static boolean isOfJars(String classPath) {
        return entries(classPath).allMatch(Files::isRegularFile);
    }

    private static Stream<Path> entries(String classPath) {
        return Stream.of(classPath.split(File.pathSeparator)).map(Path::of);
    }

    private static boolean isNewerThanTheClasses(Path cache) throws IOException {
        if (!Files.exists(cache)) {
            return false;
        }
        FileTime made = Files.getLastModifiedTime(cache);
        for (Path entry : entries(ApplicationProcess.classPath()).toList()) {
            if (Files.getLastModifiedTime(entry).compareTo(made) >= 0) {
                return false;
            }
        }
        return true;
    }
}
