// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.rule.script.remote.WorkerCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Starts another class of the jar that this process was started from, with the libraries of JavaScript. Spring Boot's
 * launcher finds the jars inside the jar. A process with an ordinary class path passes that on.
 */
final class JarCommand implements WorkerCommand {

    private static final String LAUNCHER =
            "org.springframework.boot.loader.launch.PropertiesLauncher";

    /** Libraries that are not on the class path of this process. */
    @FunctionalInterface
    interface Libraries {

        /** Returns the directory with their jars; empty if there are none. */
        Optional<Path> directory() throws IOException;
    }

    private final String classPath;
    private final boolean isNested;
    private final Libraries libraries;

    /** Uses a class path, whose only entry has its libraries inside if it is nested, and other libraries. */
    JarCommand(String classPath, boolean isNested, Libraries libraries) {
        this.classPath = classPath;
        this.isNested = isNested;
        this.libraries = libraries;
    }

    /** Returns commands with the class path of this process, and other libraries. */
    static JarCommand ofThisProcess(Libraries libraries) {
        String location =
                String.valueOf(
                        WorkerCommand.class.getProtectionDomain().getCodeSource().getLocation());
        return new JarCommand(
                System.getProperty("java.class.path"),
                location.startsWith("jar:nested:"),
                libraries);
    }

    @Override
    public List<String> of(String mainClass, List<String> options) throws IOException {
        Optional<Path> jars = libraries.directory();
        List<String> command = new ArrayList<>(List.of(WorkerCommand.java()));
        command.addAll(options);
        if (isNested) {
            command.add("-Dloader.main=" + mainClass);
            jars.ifPresent(directory -> command.add("-Dloader.path=" + directory));
            command.addAll(List.of("-cp", classPath, LAUNCHER));
        } else {
            String more =
                    jars.map(directory -> File.pathSeparator + directory.resolve("*")).orElse("");
            command.addAll(List.of("-cp", classPath + more, mainClass));
        }
        return command;
    }
}
