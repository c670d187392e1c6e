// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.actor;

/** The libraries that are compared, with their settings. */
public enum Library {
    /** Millrace's actors with the defaults of {@code ActorSystem.create}. */
    MILLRACE("Millrace"),

    /** Pekko with its reference configuration: an actor yields after 5 messages; at least 8 threads. */
    PEKKO("Pekko"),

    /** Pekko with Millrace's settings: an actor yields after 64 messages; one thread per core, at least 2. */
    PEKKO_TUNED("Pekko, tuned");

    private static final String TUNED =
            """
            pekko.actor.default-dispatcher.throughput = 64
            pekko.actor.default-dispatcher.fork-join-executor.parallelism-min = 2
            """;

    private final String title;

    Library(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    ActorLibrary open() {
        return switch (this) {
            case MILLRACE -> new MillraceLibrary();
            case PEKKO -> new PekkoLibrary("");
            case PEKKO_TUNED -> new PekkoLibrary(TUNED);
        };
    }
}
