// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.actor;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs all {@link Workload}s on all {@link Library}s, measures {@link IdleActors}, and prints tables in Markdown.
 * {@code --quick} takes less time for less exact figures. Names of workloads, such as {@code CHAIN LIVES}, run only
 * these, without the measurement of memory.
 */
final class ActorComparison {

    private static final int IDLE_ACTORS = 1_000_000;
    private static final int QUICK_IDLE_ACTORS = 200_000;

    private final PrintStream out = System.out;
    private final boolean quick;
    private final List<Workload> workloads;
    private final boolean withMemory;

    private ActorComparison(boolean quick, List<Workload> workloads) {
        this.quick = quick;
        this.workloads = workloads.isEmpty() ? List.of(Workload.values()) : workloads;
        this.withMemory = workloads.isEmpty();
    }

    public static void main(String[] arguments)
            throws RunnerException, IOException, InterruptedException {
        Deque<String> words = new ArrayDeque<>(List.of(arguments));
        boolean quick = words.remove("--quick");
        ActorComparison comparison;
        try {
            comparison = new ActorComparison(quick, words.stream().map(Workload::valueOf).toList());
        } catch (IllegalArgumentException _) {
            System.err.println(
                    "Expected --quick or names of %s, got %s."
                            .formatted(List.of(Workload.values()), words));
            System.exit(2);
            return;
        }
        comparison.run();
    }

    private void run() throws RunnerException, IOException, InterruptedException {
        Throughputs throughputs = new Throughputs();
        // One workload after the other, so that a disturbance of the machine affects all
        // libraries.
        for (Workload workload : workloads) {
            new Runner(options(workload)).run().forEach(throughputs::add);
        }
        throughputs.print(out);
        if (withMemory) {
            printMemory();
        }
    }

    private Options options(Workload workload) {
        ChainedOptionsBuilder options =
                new OptionsBuilder()
                        .include(ActorBenchmark.class.getName())
                        .param("workload", workload.name())
                        .shouldFailOnError(true);
        if (quick) {
            options.warmupIterations(2)
                    .warmupTime(TimeValue.seconds(1))
                    .measurementIterations(2)
                    .measurementTime(TimeValue.seconds(1));
        }
        return options.build();
    }

    private void printMemory() throws IOException, InterruptedException {
        int actors = quick ? QUICK_IDLE_ACTORS : IDLE_ACTORS;
        long millrace = IdleActors.measure(Library.MILLRACE, actors);
        long pekko = IdleActors.measure(Library.PEKKO, actors);
        out.printf("%n| %,d idle actors | Millrace | Pekko | ratio |%n", actors);
        out.println("| --- | ---: | ---: | ---: |");
        double ratio = (double) millrace / pekko;
        out.printf(
                "| bytes an actor | %,d | %,d | %.2f |%n",
                millrace / actors, pekko / actors, ratio);
        out.printf("| MB in all | %,d | %,d | %.2f |%n", millrace >> 20, pekko >> 20, ratio);
    }
}
