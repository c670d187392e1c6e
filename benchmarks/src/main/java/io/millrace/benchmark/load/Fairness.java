// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;

/**
 * Measures what the abuse of one tenant does to another: the time from when a message of the neighbour is due to its
 * PUBACK, in a round for each {@link Abuse}, and in rounds without one. Every round has a new abusive tenant; the
 * neighbour stays. Prints a Markdown table. {@link FairnessOptions} lists the options.
 *
 * <p>The service must be allowed to call this process: {@code MILLRACE_OUTGOING_ALLOW=127.0.0.1}.
 */
final class Fairness {

    /** How long the REST calls of an abusive tenant take: less than a message's deadline. */
    private static final int SLOW_MILLIS = 8_000;

    private static final int DONE = 0;
    private static final int ROUND_FAILED = 1;
    private static final int FAILED = 2;

    private final String run = "fairness-" + System.currentTimeMillis();
    private final FairnessOptions options;
    private final Provisioning installation;
    private final Neighbour neighbour;
    private int rounds;

    private Fairness(FairnessOptions options) throws IOException, InterruptedException {
        this.options = options;
        this.installation = new Provisioning(RestApi.signIn(options.server()));
        String name = run + "-neighbour";
        this.neighbour =
                new Neighbour(
                        installation.makeTenant(name),
                        name,
                        options.server().mqtt(),
                        options.neighbourRate());
    }

    /** Exits with status 0; with 1 if a round failed; with 2 if the run failed. */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    private static int run(String... arguments) {
        try {
            return run(FairnessOptions.parse(arguments));
        } catch (LoadException e) {
            System.err.println(e.getMessage());
        } catch (InterruptedException _) {
            System.err.println("The run was interrupted.");
        }
        return FAILED;
    }

    private static int run(FairnessOptions options) throws InterruptedException {
        try (SlowEndpoint endpoint = new SlowEndpoint(SLOW_MILLIS)) {
            List<Abuse> abuses = Abuse.named(options.only(), endpoint.url());
            return new Fairness(options).run(abuses) == 0 ? DONE : ROUND_FAILED;
        } catch (ConnectException _) {
            throw options.server().isAbsent();
        } catch (IOException e) {
            throw new LoadException("The run failed: " + e);
        }
    }

    /** Returns the number of rounds that failed. */
    private int run(List<Abuse> abuses) throws IOException, InterruptedException {
        if (options.warmup().isPositive()) {
            round(Abuse.REFERENCE, options.warmup());
        }
        FairnessReport report = new FairnessReport(System.out);
        report.begin();
        int failed = 0;
        for (Abuse abuse : abuses) {
            try {
                Round round = round(abuse, options.length());
                report.row(round);
                if (round.isFailed()) {
                    failed++;
                }
            } catch (HttpTimeoutException | LoadException e) {
                report.incomplete(abuse, String.valueOf(e.getMessage()));
                failed++;
            }
        }
        report.end();
        return failed;
    }

    private Round round(Abuse abuse, Duration length) throws IOException, InterruptedException {
        String name = run + "-" + rounds++ + "-" + abuse.name();
        RestApi administrator = installation.makeTenant(name);
        try (AbusiveTenant tenant =
                AbusiveTenant.prepare(abuse, name, administrator, options.server())) {
            boolean calm = neighbour.awaitCalm();
            neighbour.newDeadLetters();
            Experience experience =
                    neighbour.send(length, () -> tenant.start(options.rate()), tenant::close);
            return new Round(
                    abuse,
                    length,
                    tenant.acknowledged(),
                    calm,
                    experience,
                    neighbour.newDeadLetters());
        }
    }
}
