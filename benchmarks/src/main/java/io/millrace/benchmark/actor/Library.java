// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.actor;

/** The libraries that are compared, with their settings. */
public enum Library {
    /** As {@code ActorSystem.create} makes it. */
    MILLRACE("Millrace"),

    /** As its reference configuration says: an actor yields after 5 messages; 8 threads at least. */
    PEKKO("Pekko"),

    /** With what Millrace has: an actor yields after 64 messages; a thread for each core, 2 at least. */
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
