// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.time.Duration;
import java.util.Map;

/**
 * What to do. Everything is bounded: a run ends by itself.
 *
 * @param http port of the server's REST API on this machine
 * @param mqtt port of the server's MQTT on this machine
 * @param user the tenant's administrator
 * @param password of the tenant's administrator
 * @param devices how many devices publish
 * @param window how many messages of a device may be unacknowledged
 * @param rate open loop: messages a second of all devices together; 0: closed loop, as many as are acknowledged
 * @param seconds how long to publish
 * @param warmup how many seconds of publishing come before, unmeasured
 * @param serverPid process of the server, or 0: its cost is not measured
 * @param chain what the devices' messages run through
 * @param pings whether each connection pings every second, and a bystander runs along
 * @param patience how long to wait for acknowledgements, for a server that went away, and for what is not stored yet
 * @param restUrl what the chain {@link Chain#REST} calls, and what answers with the body that it got; empty: the
 * generator
 * @param restMillis how many milliseconds the generator takes for such an answer
 */
record Options(
        int http,
        int mqtt,
        String user,
        String password,
        int devices,
        int window,
        int rate,
        int seconds,
        int warmup,
        int serverPid,
        Chain chain,
        boolean pings,
        Duration patience,
        String restUrl,
        int restMillis) {

    private static final int MOST_SECONDS = 600;
    private static final int MOST_PORT = 65_535;

    /** What the devices' messages run through. */
    enum Chain {
        /** The tenant's root chain. */
        ROOT,
        /** A TBEL filter and a TBEL transformation before they are stored. */
        SCRIPTS,
        /** A REST call before they are stored. */
        REST
    }

    /**
     * Reads {@code --name value} pairs.
     *
     * @throws LoadException if one of them cannot be as it is
     */
    static Options parse(String... words) {
        Arguments given = new Arguments(words);
        Options options =
                new Options(
                        given.number("http", 8080, 1, MOST_PORT),
                        given.number("mqtt", 1883, 1, MOST_PORT),
                        given.text("user", "tenant@millrace.local"),
                        given.text("password", ""),
                        given.number("devices", 100, 1, 10_000),
                        given.number("window", 20, 1, 250),
                        given.number("rate", 0, 0, 1_000_000),
                        given.number("seconds", 30, 1, MOST_SECONDS),
                        given.number("warmup", 20, 0, MOST_SECONDS),
                        given.number("server-pid", 0, 0, Integer.MAX_VALUE),
                        given.oneOf(
                                Chain.class,
                                "chain",
                                Chain.ROOT,
                                Map.of(
                                        "root",
                                        Chain.ROOT,
                                        "scripts",
                                        Chain.SCRIPTS,
                                        "rest",
                                        Chain.REST)),
                        given.flag("pings"),
                        Duration.ofSeconds(given.number("patience", 120, 0, MOST_SECONDS)),
                        onThisMachine(given.text("rest-url", "")),
                        given.number("rest-millis", 10, 0, 60_000));
        given.requireAllTaken();
        if (options.password.isEmpty()) {
            throw new LoadException("--password: expected the password of " + options.user + ".");
        }
        return options;
    }

    boolean isClosedLoop() {
        return rate == 0;
    }

    private static String onThisMachine(String url) {
        if (!url.isEmpty()
                && !url.matches("https?://(127\\.0\\.0\\.1|localhost)(:\\d+)?(/[\\w/.-]*)?")) {
            throw new LoadException(
                    "--rest-url: expected an address of 127.0.0.1, but got " + url + ".");
        }
        return url;
    }
}
