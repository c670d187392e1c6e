// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.LoadException;
import io.millrace.benchmark.load.LoadResult;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What sections measure with: the servers, the rounds, and the record of what went wrong. */
final class Bench {

    private static final Duration STEP_LIMIT = Duration.ofMinutes(15);
    private static final Duration LONG_LIMIT = Duration.ofHours(4);

    private final TableOptions options;
    private final Noise noise;
    private final PrintStream progress;
    private boolean failed;
    private boolean lost;

    /** @param progress receives a line for each step */
    Bench(TableOptions options, Noise noise, PrintStream progress) {
        this.options = options;
        this.noise = noise;
        this.progress = progress;
    }

    /** A step of a round. */
    interface Step {
        void run() throws Exception;
    }

    /** What a server is used for. */
    interface Use {
        void run(ServerProcess server) throws Exception;
    }

    /** A turn of a jar. */
    interface TurnOf<T> {
        void run(T subject) throws IOException, InterruptedException;
    }

    TableOptions options() {
        return options;
    }

    /** The jar that is measured. */
    Program.Jar jar() {
        return new Program.Jar(options.against() == null ? "" : "new", options.jar());
    }

    /** The jars that take turns. */
    List<Program.Jar> jars() {
        List<Program.Jar> jars = new ArrayList<>();
        if (options.against() != null) {
            jars.add(new Program.Jar("old", options.against()));
        }
        jars.add(jar());
        return jars;
    }

    static List<String> labels(List<? extends Program> programs) {
        return programs.stream().map(Program::label).toList();
    }

    /** Takes all rounds; in each one every subject has a turn. */
    <T> void rounds(List<T> subjects, TurnOf<T> turn) throws IOException, InterruptedException {
        rounds(options.rounds(), subjects, turn);
    }

    <T> void rounds(int rounds, List<T> subjects, TurnOf<T> turn)
            throws IOException, InterruptedException {
        for (Turns.Turn<T> each : Turns.of(rounds, subjects)) {
            say("round %d of %d: %s".formatted(each.round(), rounds, each.subject()));
            noise.calibrate();
            turn.run(each.subject());
            noise.calibrate();
        }
    }

    /** Takes a step; if it fails, the table says so. */
    void step(Samples samples, String row, String subject, Step step) throws InterruptedException {
        step(STEP_LIMIT, samples, row, subject, step);
    }

    /** Takes a step that may take hours. */
    void longStep(Samples samples, String row, String subject, Step step)
            throws InterruptedException {
        step(LONG_LIMIT, samples, row, subject, step);
    }

    private void step(Duration limit, Samples samples, String row, String subject, Step step)
            throws InterruptedException {
        say((row + " " + subject).strip());
        try {
            TimeLimit.call(
                    limit,
                    () -> {
                        step.run();
                        return true;
                    });
        } catch (IOException | LoadException e) {
            String reason =
                    e instanceof IOException ? e.toString() : String.valueOf(e.getMessage());
            say("failed: " + reason);
            samples.addFailure(row, subject.isEmpty() ? reason : subject + ", " + reason);
            failed = true;
        }
    }

    /** In each round: starts a server of the jar that is measured, and uses it. */
    void roundsWithServer(Samples samples, Use use) throws IOException, InterruptedException {
        rounds(
                List.of(jar()),
                jar -> step(samples, "server", jar.label(), () -> withServer(jar, use)));
    }

    /** Starts a server over a new data directory, uses it, and deletes everything. */
    void withServer(Program program, Map<String, String> settings, Use use) throws Exception {
        Path data = Directories.create();
        try {
            try (ServerProcess server = ServerProcess.start(program, data, settings)) {
                use.run(server);
            }
        } finally {
            Directories.delete(data);
        }
    }

    /** What a program beside a server prints. */
    interface Beside {
        String run(ServerProcess server) throws IOException, InterruptedException;
    }

    /** Runs a program beside a server that is there for it alone. */
    String beside(Map<String, String> settings, Beside program)
            throws IOException, InterruptedException {
        Path data = Directories.create();
        try (ServerProcess server = ServerProcess.start(jar(), data, settings)) {
            return program.run(server);
        } finally {
            Directories.delete(data);
        }
    }

    void withServer(Program program, Use use) throws Exception {
        withServer(program, Map.of(), use);
    }

    /** Notes whether acknowledged readings were lost. */
    LoadResult checked(LoadResult result) {
        lost |= result.account().lost() > 0;
        return result;
    }

    /** A pause, shorter in a trial. */
    void pause(int usualSeconds) throws InterruptedException {
        Thread.sleep(Duration.ofSeconds(options.scaled(usualSeconds)));
    }

    void fail() {
        failed = true;
    }

    boolean isFailed() {
        return failed;
    }

    boolean hasLost() {
        return lost;
    }

    /** Prints a line about the progress. */
    void say(String text) {
        LocalTime now = LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS);
        progress.println(now + " " + text);
    }
}
