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

/** Runs a short program and waits for its end. */
final class Command {

    /** Longer than any of the programs needs, even on a slow disk. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private Command() {}

    /**
     * @param status the program's exit status
     * @param output its standard output and standard error
     */
    record Result(int status, String output) {

        boolean succeeded() {
            return status == 0;
        }

        /** The last line that is not blank: PostgreSQL's programs print the error there. */
        String lastLine() {
            return output.lines()
                    .filter(line -> !line.isBlank())
                    .reduce("", (_, last) -> last.strip());
        }
    }

    /** True if the program exists, runs and ends with status 0. */
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
     * @param input the text for its standard input
     * @throws IOException if it does not exist, or does not end in time
     */
    static Result run(List<String> command, String input) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        // The process is killed at the limit, so that the read below ends too.
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
            // The process ended without reading its input; its status and output show the reason.
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            return new Result(end.join().exitValue(), output);
        } catch (CompletionException e) {
            throw new IOException(
                    command.getFirst() + " did not end within " + LIMIT.toSeconds() + " s", e);
        }
    }
}
