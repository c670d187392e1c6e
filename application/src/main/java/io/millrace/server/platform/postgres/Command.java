// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Runs a short program to its end. */
final class Command {

    /** More than any of the programs needs; a slow disk is what takes time. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private Command() {}

    /**
     * @param status the program's exit status
     * @param output what it wrote on both of its channels
     */
    record Result(int status, String output) {

        boolean succeeded() {
            return status == 0;
        }

        /** The last line that is not blank: where the programs of PostgreSQL say what went wrong. */
        String lastLine() {
            return output.lines()
                    .filter(line -> !line.isBlank())
                    .reduce("", (_, last) -> last.strip());
        }
    }

    /** Says whether the program exists, runs and ends with status 0. */
    static boolean succeeds(List<String> command) {
        try {
            return run(command, "").succeeded();
        } catch (IOException _) {
            return false;
        }
    }

    /**
     * Runs a program.
     *
     * @param input what it reads on its standard input
     * @throws IOException if it does not exist, or does not end in time
     */
    static Result run(List<String> command, String input) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        // Killed at the limit, so that the read below ends too.
        CompletableFuture<Process> end =
                process.onExit()
                        .orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS)
                        .whenComplete((_, late) -> {
                            if (late != null) {
                                process.destroyForcibly();
                            }
                        });
        try (OutputStream out = process.getOutputStream()) {
            out.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // It ended without reading; its status and output say why.
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            return new Result(end.join().exitValue(), output);
        } catch (CompletionException e) {
            throw new IOException(
                    command.getFirst() + " has not ended within " + LIMIT.toSeconds() + " s", e);
        }
    }
}
