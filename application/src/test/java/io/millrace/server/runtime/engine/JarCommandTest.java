// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JarCommandTest {

    private static final String LAUNCHER =
            "org.springframework.boot.loader.launch.PropertiesLauncher";

    @Test
    void startsAClassOfAnOrdinaryClassPathDirectly() throws IOException {
        List<String> command =
                new JarCommand("a.jar:b.jar", false, Optional::empty)
                        .of("org.example.Main", List.of("-Xmx64m"));

        assertThat(command.getFirst()).endsWith("java");
        assertThat(command.subList(1, command.size()))
                .containsExactly("-Xmx64m", "-cp", "a.jar:b.jar", "org.example.Main");
    }

    @Test
    void startsAClassOfANestedJarByTheLauncherOfThatJar() throws IOException {
        List<String> command =
                new JarCommand("millrace.jar", true, Optional::empty)
                        .of("org.example.Main", List.of("-Xmx64m"));

        assertThat(command.subList(1, command.size()))
                .containsExactly(
                        "-Xmx64m",
                        "-Dloader.main=org.example.Main",
                        "-cp",
                        "millrace.jar",
                        LAUNCHER);
    }

    @Test
    void knowsThatTheTestsHaveAnOrdinaryClassPath() throws IOException {
        assertThat(JarCommand.ofThisProcess(Optional::empty).of("org.example.Main", List.of()))
                .endsWith(System.getProperty("java.class.path"), "org.example.Main");
    }

    @Test
    void addsTheLibrariesOfJavaScriptToEither() throws IOException {
        JarCommand.Libraries libraries = () -> Optional.of(Path.of("/data/javascript-1"));

        assertThat(new JarCommand("a.jar", false, libraries).of("org.example.Main", List.of()))
                .contains("a.jar" + File.pathSeparator + Path.of("/data/javascript-1/*"));
        assertThat(new JarCommand("a.jar", true, libraries).of("org.example.Main", List.of()))
                .contains("-Dloader.path=" + Path.of("/data/javascript-1"), "a.jar");
    }
}
