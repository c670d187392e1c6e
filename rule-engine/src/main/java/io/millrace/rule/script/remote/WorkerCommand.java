// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes the command that starts a class of this distribution in a JVM of its own. */
@FunctionalInterface
public interface WorkerCommand {

    /**
     * Returns the command for a main class, with options for its JVM.
     *
     * @throws IOException if files that the command names cannot be made
     */
    List<String> of(String mainClass, List<String> options) throws IOException;

    /** Returns commands with the class path of this JVM. */
    static WorkerCommand ofClassPath() {
        return (mainClass, options) -> {
            List<String> command = new ArrayList<>(List.of(java()));
            command.addAll(options);
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
            return command;
        };
    }

    /** Path of the program that runs this JVM. */
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
