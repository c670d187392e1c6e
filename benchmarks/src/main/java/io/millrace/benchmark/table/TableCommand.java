// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.LoadException;
import java.io.IOException;
import java.io.PrintStream;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.StringJoiner;

/**
 * Measures the sections that {@link TableOptions} name, prints their tables, and writes them with their plots into the
 * documentation.
 */
public final class TableCommand {

    private static final int DONE = 0;
    private static final int LOST = 1;
    private static final int FAILED = 2;

    private final TableOptions options;
    private final PrintStream out;
    private final Noise noise = new Noise();
    private final Bench bench;

    private TableCommand(TableOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
        this.bench = new Bench(options, noise, System.err);
    }

    /** Exits with status 0; with 1 if acknowledged readings were lost; with 2 if something failed. */
    public static void main(String[] arguments) {
        System.setProperty("java.awt.headless", "true");
        Runtime.getRuntime().addShutdownHook(new Thread(TableCommand::leaveNothing, "end"));
        System.exit(run(arguments));
    }

    /** Also after Ctrl-C. */
    private static void leaveNothing() {
        Child.killAll();
        Directories.deleteAll();
    }

    private static int run(String... arguments) {
        try {
            return new TableCommand(TableOptions.parse(arguments), System.out).run();
        } catch (LoadException e) {
            System.err.println(e.getMessage());
        } catch (IOException e) {
            System.err.println("The command failed: " + e);
        } catch (InterruptedException _) {
            System.err.println("The command was interrupted.");
        }
        return FAILED;
    }

    private int run() throws IOException, InterruptedException {
        requirePlaces();
        out.println(heading() + ".");
        for (SectionName name : options.sections()) {
            out.printf("%n## %s%n%n", name.text());
            out.println(measure(name));
            out.flush();
        }
        out.printf("%nAll sections: %s.%n", noise.textOfRun());
        if (bench.hasLost()) {
            return LOST;
        }
        return bench.isFailed() ? FAILED : DONE;
    }

    /** A missing marker is better known before hours of measurement. */
    private void requirePlaces() throws IOException {
        if (options.docs() != null) {
            for (SectionName name : options.sections()) {
                PerformancePage.in(options.docs()).requirePlaceOf(name.text());
            }
        }
    }

    private String heading() throws IOException {
        StringJoiner versions = new StringJoiner("; ");
        for (Program.Jar jar : bench.jars()) {
            versions.add((jar.label() + " " + jar.version()).strip());
        }
        return "%s; %s; %s"
                .formatted(LocalDate.now(ZoneId.systemDefault()), Machine.text(), versions);
    }

    private String measure(SectionName name) throws IOException, InterruptedException {
        noise.begin();
        noise.calibrate();
        Section.Result result;
        try {
            result = name.section().measure(bench);
        } catch (IOException | RuntimeException e) {
            bench.fail();
            result = Section.Result.of("failed: " + e);
        }
        noise.calibrate();
        StringBuilder figures = new StringBuilder();
        figures.append("Measured on %s; %s.%n%n".formatted(heading(), noise.text()));
        figures.append(result.markdown().strip()).append('\n');
        for (Plot plot : result.plots()) {
            if (options.docs() != null && !plot.isEmpty()) {
                plot.write(options.docs());
                figures.append('\n').append(plot.markdown()).append('\n');
            }
        }
        if (options.docs() != null) {
            PerformancePage.in(options.docs()).replace(name.text(), figures.toString());
        }
        return figures.toString();
    }
}
