// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What to do.
 *
 * @param http port of the server's REST API on this machine
 * @param mqtt port of the server's MQTT on this machine
 * @param password of the tenant's administrator
 * @param user the tenant's administrator
 * @param devices how many devices publish
 * @param window how many messages of a device may be unacknowledged
 * @param rate messages a second of all devices together, or 0: as many as are acknowledged
 * @param seconds how long to publish
 * @param warmup how many seconds of publishing come before, unmeasured
 * @param serverPid process of the server, or 0: its cost is not measured
 * @param chain what the devices' messages run through: {@code root}, or {@code scripts}: a TBEL filter and a TBEL
 *     transformation before they are stored
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
        long serverPid,
        String chain) {

    private static final int MOST_SECONDS = 600;

    Options {
        requireWithin("devices", devices, 1, 10_000);
        requireWithin("window", window, 1, 64);
        requireWithin("rate", rate, 0, 1_000_000);
        requireWithin("seconds", seconds, 1, MOST_SECONDS);
        requireWithin("warmup", warmup, 0, MOST_SECONDS);
        if (!Set.of("root", "scripts").contains(chain)) {
            throw new IllegalArgumentException(
                    "--chain: expected root or scripts, but got " + chain);
        }
    }

    private static void requireWithin(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "--%s: expected %d to %d, but got %d".formatted(name, least, most, value));
        }
    }

    static Options parse(String[] arguments) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            if (!arguments[i].startsWith("--") || i + 1 == arguments.length) {
                throw new IllegalArgumentException(
                        "expected --name value, but got " + arguments[i]);
            }
            given.put(arguments[i].substring(2), arguments[i + 1]);
        }
        Options options =
                new Options(
                        number(given, "http", 8080),
                        number(given, "mqtt", 1883),
                        text(given, "user", "tenant@millrace.local"),
                        text(given, "password", ""),
                        number(given, "devices", 100),
                        number(given, "window", 20),
                        number(given, "rate", 0),
                        number(given, "seconds", 30),
                        number(given, "warmup", 20),
                        number(given, "server-pid", 0),
                        text(given, "chain", "root"));
        if (!given.isEmpty()) {
            throw new IllegalArgumentException("unknown options: " + given.keySet());
        }
        return options;
    }

    private static int number(Map<String, String> given, String name, int otherwise) {
        String text = given.remove(name);
        return text == null ? otherwise : Integer.parseInt(text);
    }

    private static String text(Map<String, String> given, String name, String otherwise) {
        String text = given.remove(name);
        return text == null ? otherwise : text;
    }
}
