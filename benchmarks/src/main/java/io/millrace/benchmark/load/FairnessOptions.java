// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.time.Duration;
import java.util.List;

/**
 * The options of {@link Fairness}.
 *
 * @param server the server, and the administrator of the installation
 * @param rate messages per second of an abusive tenant
 * @param neighbourRate messages per second of the neighbour
 * @param warmup length of a first round with the plain load, which is not measured
 * @param length length of the other rounds
 * @param only names of the rounds to run; empty: all
 */
record FairnessOptions(
        Server server,
        int rate,
        int neighbourRate,
        Duration warmup,
        Duration length,
        List<String> only) {

    /**
     * Reads {@code --name value} pairs.
     *
     * @throws LoadException if one of them is not valid
     */
    static FairnessOptions parse(String... words) {
        Arguments given = new Arguments(words);
        FairnessOptions options =
                new FairnessOptions(
                        Server.read(given, "sysadmin", "sysadmin@millrace.local"),
                        given.number("rate", 10_000, 1, 100_000),
                        given.number("neighbour-rate", 10, 1, 1_000),
                        Duration.ofSeconds(given.number("warmup", 20, 0, Options.MOST_SECONDS)),
                        Duration.ofSeconds(given.number("seconds", 20, 1, Options.MOST_SECONDS)),
                        given.names("only"));
        given.requireAllTaken();
        options.server.requirePassword();
        return options;
    }
}
