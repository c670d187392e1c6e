// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.LoadException;
import io.millrace.benchmark.load.PhaseListener;
import io.millrace.benchmark.load.ProcessCost;
import io.millrace.benchmark.load.Surroundings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Puts servers under load until their JIT compilers have finished, and then waits until PostgreSQL has: the first figures
 * would otherwise be those of code that is not compiled, and of the vacuum of what the warm-up has written.
 */
final class WarmUp {

    /** Messages per second that leave the compiler processor time. */
    private static final int RATE = 14_000;

    /** Until the compilers have finished, but for a method now and then. */
    private static final Steps UNDER_LOAD = new Steps(10, 30, 0.06);

    /** Until what the compilers do is little even beside an idle server. */
    private static final Steps IDLE = new Steps(30, 20, 0.0005);

    private static final Duration LIMIT = Duration.ofMinutes(20);
    private static final int MOST_QUIET_STEPS = 60;
    private static final int QUIET_SECONDS = 2;
    private static final double QUIET = 0.05;

    private WarmUp() {}

    /**
     * Time that the compilers get.
     *
     * @param seconds length of a step
     * @param most number of steps
     * @param finished share of a step in which a compiler works when it has finished
     */
    private record Steps(int seconds, int most, double finished) {}

    /** What a server does for the given number of seconds. */
    interface LoadStep {
        void run(int seconds) throws Exception;
    }

    /**
     * First a closed loop, for as long as {@code --warmup} says, then an open one.
     *
     * @param options more options of the load generator
     */
    static void run(
            Bench bench, Samples samples, String subject, ServerProcess server, String... options)
            throws InterruptedException {
        run(bench, samples, subject, server, () -> PhaseListener.NONE, options);
    }

    /** @param beside makes, for each load, what the server does beside it */
    static void run(
            Bench bench,
            Samples samples,
            String subject,
            ServerProcess server,
            Supplier<PhaseListener> beside,
            String... options)
            throws InterruptedException {
        try {
            TimeLimit.call(
                    LIMIT,
                    () -> {
                        load(bench, server, beside, 0, bench.options().warmup(), options);
                        untilCompiled(
                                bench,
                                List.of(server),
                                seconds -> load(bench, server, beside, RATE, seconds, options));
                        untilDatabaseIsQuiet(bench, server.cost());
                        return true;
                    });
        } catch (IOException | LoadException e) {
            samples.addFailure("warm-up", (subject + " " + e.getMessage()).strip());
            bench.fail();
        }
    }

    private static void load(
            Bench bench,
            ServerProcess server,
            Supplier<PhaseListener> beside,
            int rate,
            int seconds,
            String... options)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(options));
        words.addAll(
                List.of(
                        "--rate",
                        Integer.toString(rate),
                        "--warmup",
                        "0",
                        "--seconds",
                        Integer.toString(seconds)));
        var _ =
                bench.checked(
                        server.load(
                                Surroundings.NONE.with(beside.get()),
                                words.toArray(String[]::new)));
    }

    /** Repeats a load until the JIT compilers have little to do, but for five minutes at most. */
    static void untilCompiled(Bench bench, List<ServerProcess> servers, LoadStep step)
            throws Exception {
        untilCompiled(bench, servers, step, UNDER_LOAD);
    }

    /** Leaves a server alone until its JIT compiler has next to nothing to do, but for ten minutes at most. */
    static void untilCompiledIdle(Bench bench, ServerProcess server) throws Exception {
        untilCompiled(
                bench, List.of(server), seconds -> Thread.sleep(Duration.ofSeconds(seconds)), IDLE);
    }

    private static void untilCompiled(
            Bench bench, List<ServerProcess> servers, LoadStep step, Steps limits)
            throws Exception {
        int most = bench.options().scaled(limits.most());
        int seconds = bench.options().scaled(limits.seconds());
        double share = 1;
        int steps = 0;
        while (share > limits.finished() && steps < most) {
            double before = compiling(servers);
            step.run(seconds);
            share = (compiling(servers) - before) / seconds / servers.size();
            steps++;
        }
        bench.say(
                "warmed up for %d s; compilers worked for %.2f %% of the last %d"
                        .formatted(steps * seconds, 100 * share, seconds));
    }

    private static double compiling(List<ServerProcess> servers)
            throws IOException, InterruptedException {
        double sum = 0;
        for (ServerProcess server : servers) {
            sum += server.secondsCompiling();
        }
        return sum;
    }

    /** Returns when PostgreSQL has little to do, but after two minutes at most. */
    static void untilDatabaseIsQuiet(Bench bench, ProcessCost cost)
            throws IOException, InterruptedException {
        double share = 1;
        for (int i = 0; share > QUIET && i < bench.options().scaled(MOST_QUIET_STEPS); i++) {
            double before = cost.database();
            Thread.sleep(Duration.ofSeconds(QUIET_SECONDS));
            share = (cost.database() - before) / QUIET_SECONDS;
        }
    }
}
