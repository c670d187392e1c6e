// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.time.Duration;
import java.util.Map;

/**
 * The options of a run. All are bounded, so every run ends.
 *
 * @param server the server, and a tenant's administrator
 * @param devices number of publishing devices
 * @param gateway number of devices that have a reading in each message of a gateway, behind which all devices are; 0:
 *     each device has a connection
 * @param window maximum number of unacknowledged messages of a device
 * @param rate open loop: messages per second of all devices together; 0: closed loop, limited only by the window
 * @param seconds how long to publish
 * @param warmup seconds of publishing before, which are not measured; unless 0, each device publishes once before them
 * @param serverPid process id of the server; 0: its cost is not measured
 * @param chain the rule chain of the devices' messages
 * @param pings whether each connection pings every second, with a bystander
 * @param patience how long to wait for acknowledgements, also of the first readings, for an unavailable server, and for
 *     readings that are not stored yet
 * @param restUrl URL that the chain {@link Chain#REST} calls; it must answer with the request's body. Empty: the
 *     generator
 * @param restMillis milliseconds that the generator takes for such an answer
 */
public record Options(
        Server server,
        int devices,
        int gateway,
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

    public static final int MOST_SECONDS = 600;

    /** The rule chains that the devices' messages can use. */
    public enum Chain {
        /** The tenant's root chain. */
        ROOT,
        /** A TBEL filter and a TBEL transformation before the store. */
        SCRIPTS,
        /** The same in JavaScript. */
        JAVASCRIPT,
        /** Look-ups of a server attribute and a shared attribute before the store. */
        ATTRIBUTES,
        /** A REST call before the store. */
        REST
    }

    /**
     * Reads {@code --name value} pairs.
     *
     * @throws LoadException if one of them is not valid
     */
    public static Options parse(String... words) {
        Arguments given = new Arguments(words);
        Options options =
                new Options(
                        Server.read(given, "user", "tenant@millrace.local"),
                        given.number("devices", 100, 1, 10_000),
                        given.number("gateway", 0, 0, 500),
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
                                        "javascript",
                                        Chain.JAVASCRIPT,
                                        "attributes",
                                        Chain.ATTRIBUTES,
                                        "rest",
                                        Chain.REST)),
                        given.flag("pings"),
                        Duration.ofSeconds(given.number("patience", 120, 0, MOST_SECONDS)),
                        onThisMachine(given.text("rest-url", "")),
                        given.number("rest-millis", 10, 0, 60_000));
        given.requireAllTaken();
        options.requireGroups();
        options.server.requirePassword();
        return options;
    }

    private void requireGroups() {
        if (isGateway() && devices % gateway != 0) {
            throw new LoadException(
                    "--gateway: expected a divisor of the %d devices, got %d."
                            .formatted(devices, gateway));
        }
    }

    public boolean isGateway() {
        return gateway > 0;
    }

    /** Number of readings in a message. */
    int readings() {
        return Math.max(1, gateway);
    }

    public boolean isClosedLoop() {
        return rate == 0;
    }

    private static String onThisMachine(String url) {
        if (!url.isEmpty()
                && !url.matches("https?://(127\\.0\\.0\\.1|localhost)(:\\d+)?(/[\\w/.-]*)?")) {
            throw new LoadException(
                    "--rest-url: expected an address of 127.0.0.1, got " + url + ".");
        }
        return url;
    }
}
