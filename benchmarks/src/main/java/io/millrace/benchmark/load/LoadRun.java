// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** One run, from the sign-in to its figures. */
public final class LoadRun {

    private static final Duration BETWEEN_SIGN_INS = Duration.ofMillis(500);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    /** Runs of one process may begin in the same millisecond. */
    private static final AtomicInteger RUNS = new AtomicInteger();

    private final String name =
            "Load %d-%d".formatted(System.currentTimeMillis(), RUNS.incrementAndGet());

    /** The first explicit timestamp; far in the past, so that none is in the future. */
    private final long firstTs = System.currentTimeMillis() - TimeUnit.DAYS.toMillis(30);

    private final Options options;
    private final PrintStream out;

    /** @param out receives a line when connections break off */
    public LoadRun(Options options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /**
     * Runs on its own.
     *
     * @throws LoadException if the run cannot be made
     * @throws IOException if the REST API fails
     */
    LoadResult run() throws IOException, InterruptedException {
        return run(Surroundings.NONE);
    }

    /**
     * Runs.
     *
     * @throws LoadException if the run cannot be made
     * @throws IOException if the REST API fails
     */
    public LoadResult run(Surroundings surroundings) throws IOException, InterruptedException {
        RestApi rest = RestApi.signIn(options.server());
        LedgerCount deadLetters = LedgerCount.of(rest, "dead_lettered");
        LedgerCount done = LedgerCount.of(rest, "done");
        LedgerCount ended = LedgerCount.ofAll(rest);
        ServerCost cost = options.serverPid() == 0 ? null : new ServerCost(options.serverPid());
        // Answers until all readings are counted: messages that the server resumes call it, too.
        try (SlowEndpoint endpoint = new SlowEndpoint(options.restMillis())) {
            Provisioning provisioning = new Provisioning(rest);
            Population population = surroundings.population();
            if (population == null) {
                population =
                        new Population(
                                makeDevices(provisioning, endpoint),
                                options.isGateway()
                                        ? List.of(provisioning.makeGateway(name + " gateway"))
                                        : List.of(),
                                new RestReadings(rest));
            }
            Device bystander =
                    options.pings()
                            ? provisioning.makeDevice(
                                    name + " bystander", Provisioning.DEFAULT_PROFILE)
                            : null;
            Ending ending =
                    surroundings.waits()
                            ? new Ending(() -> ended.since(rest), () -> LedgerCount.inFlight(rest))
                            : null;
            Measurement measurement =
                    new Load(
                                    options,
                                    out,
                                    new Sampler(population.readings()),
                                    cost,
                                    () -> done.since(rest),
                                    surroundings.listener(),
                                    ending)
                            .run(
                                    population.cargos(options.readings(), firstTs),
                                    bystander == null ? null : new Bystander(bystander, firstTs));
            RestApi still = measurement.isInterrupted() ? signInAgain() : rest;
            Account account =
                    new Audit(
                                    still == rest ? population.readings() : new RestReadings(still),
                                    () -> deadLetters.since(still),
                                    options.patience(),
                                    BETWEEN_LOOKS)
                            .of(published(measurement));
            return measurement.result(account, endpoint.answers());
        }
    }

    private List<Device> makeDevices(Provisioning provisioning, SlowEndpoint endpoint)
            throws IOException, InterruptedException {
        String profile = name;
        switch (options.chain()) {
            case ROOT -> profile = Provisioning.DEFAULT_PROFILE;
            case SCRIPTS -> provisioning.makeProfile(profile, ChainGraph.scripts());
            case JAVASCRIPT -> provisioning.makeProfile(profile, ChainGraph.javaScripts());
            case ATTRIBUTES -> provisioning.makeProfile(profile, ChainGraph.attributes());
            case REST ->
                    provisioning.makeProfile(
                            profile,
                            ChainGraph.rest(
                                    options.restUrl().isEmpty()
                                            ? endpoint.url()
                                            : options.restUrl()));
        }
        return provisioning.makeDevices(name, options.devices(), profile);
    }

    private RestApi signInAgain() throws InterruptedException {
        out.printf("Waiting up to %d s for the server.%n", options.patience().toSeconds());
        long giveUpAt = System.nanoTime() + options.patience().toNanos();
        while (true) {
            try {
                return RestApi.signIn(options.server());
            } catch (IOException e) {
                if (System.nanoTime() - giveUpAt > 0) {
                    throw new LoadException(
                            "The server did not come back within %d s, so nothing could be counted."
                                    .formatted(options.patience().toSeconds()));
                }
                Thread.sleep(BETWEEN_SIGN_INS);
            }
        }
    }

    private static List<Published> published(Measurement measurement) {
        Bystander bystander = measurement.bystander();
        return bystander == null
                ? measurement.published()
                : Stream.concat(measurement.published().stream(), Stream.of(bystander.published()))
                        .toList();
    }
}
