// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JarCommandTest {

    private static final String LAUNCHER =
            "org.springframework.boot.loader.launch.PropertiesLauncher";

    @Test
    void startsAClassOfAnOrdinaryClassPathDirectly() {
        List<String> command =
                new JarCommand("a.jar:b.jar", false).of("org.example.Main", List.of("-Xmx64m"));

        assertThat(command.getFirst()).endsWith("java");
        assertThat(command.subList(1, command.size()))
                .containsExactly("-Xmx64m", "-cp", "a.jar:b.jar", "org.example.Main");
    }

    @Test
    void startsAClassOfANestedJarByTheLauncherOfThatJar() {
        List<String> command =
                new JarCommand("millrace.jar", true).of("org.example.Main", List.of("-Xmx64m"));

        assertThat(command.subList(1, command.size()))
                .containsExactly(
                        "-Xmx64m",
                        "-Dloader.main=org.example.Main",
                        "-cp",
                        "millrace.jar",
                        LAUNCHER);
    }

    @Test
    void knowsThatTheTestsHaveAnOrdinaryClassPath() {
        assertThat(JarCommand.ofThisProcess().of("org.example.Main", List.of()))
                .endsWith(System.getProperty("java.class.path"), "org.example.Main");
    }
}
