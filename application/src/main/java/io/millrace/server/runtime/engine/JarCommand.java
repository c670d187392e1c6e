// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.rule.script.remote.WorkerCommand;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts another class of the jar that this process was started from. Spring Boot's launcher finds the jars inside the
 * jar; nothing is unpacked. A process with an ordinary class path passes that on.
 */
final class JarCommand implements WorkerCommand {

    private static final String LAUNCHER =
            "org.springframework.boot.loader.launch.PropertiesLauncher";

    private final String classPath;
    private final boolean isNested;

    /** Uses a class path, whose only entry has its libraries inside if it is nested. */
    JarCommand(String classPath, boolean isNested) {
        this.classPath = classPath;
        this.isNested = isNested;
    }

    /** Returns commands with the class path of this process. */
    static JarCommand ofThisProcess() {
        String location =
                String.valueOf(
                        WorkerCommand.class.getProtectionDomain().getCodeSource().getLocation());
        return new JarCommand(
                System.getProperty("java.class.path"), location.startsWith("jar:nested:"));
    }

    @Override
    public List<String> of(String mainClass, List<String> options) {
        List<String> command = new ArrayList<>(List.of(WorkerCommand.java()));
        command.addAll(options);
        if (isNested) {
            command.add("-Dloader.main=" + mainClass);
        }
        command.addAll(List.of("-cp", classPath, isNested ? LAUNCHER : mainClass));
        return command;
    }
}
