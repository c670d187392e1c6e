// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.races;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Runs the races of the {@code *Stress} classes by jcstress with {@link #ARGUMENTS}, and fails if one has a forbidden
 * result. The output is in target/jcstress, with a page for each race in report/index.html.
 */
class JcstressIT {

    private static final String ARGUMENTS = System.getProperty("jcstress.arguments", "-m quick");
    private static final long MINUTES = Long.getLong("jcstress.minutes", 90);

    /** jcstress binds threads to cores. With own JVM arguments it uses one JVM of each kind instead of a dozen. */
    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

    @Test
    void noRaceEndsInAForbiddenWay() throws IOException, InterruptedException {
        assertThat(Runtime.getRuntime().availableProcessors())
                .as("cores: there is no race on one, and jcstress runs none")
                .isGreaterThan(1);
        Path directory = Files.createDirectories(Path.of("target", "jcstress").toAbsolutePath());
        File output = directory.resolve("output.txt").toFile();

        Process jcstress =
                new ProcessBuilder(command())
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output)
                        .start();
        try {
            assertThat(jcstress.waitFor(MINUTES, TimeUnit.MINUTES))
                    .as(() -> "a race, or all of them together, end in time:\n" + read(output))
                    .isTrue();
            assertThat(jcstress.exitValue()).as(() -> read(output)).isZero();
        } finally {
            jcstress.descendants().forEach(ProcessHandle::destroyForcibly);
            jcstress.destroyForcibly();
        }

        // jcstress reports neither a run without races nor a skipped race as a failure.
        assertThat(read(output))
                .containsPattern("Results: [1-9]\\d* planned; [1-9]\\d* passed, 0 failed")
                .doesNotContain("[SKIPPED]");
    }

    private static List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(NATIVE_ACCESS, "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of("org.openjdk.jcstress.Main", "-v", "-r", "report"));
        command.addAll(List.of("-jvmArgs", NATIVE_ACCESS));
        command.addAll(List.of(ARGUMENTS.split(" ")));
        return command;
    }

    private static String read(File output) {
        try {
            return Files.readString(output.toPath());
        } catch (IOException e) {
            return e.toString();
        }
    }
}
