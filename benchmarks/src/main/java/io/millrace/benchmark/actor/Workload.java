// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.actor;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The workloads. A message is one tell to one actor; in {@link #LIVES} it is the life of a child. */
public enum Workload {
    PING_PONG("ping-pong, 1 pair", 2),
    PING_PONG_PAIRS("ping-pong, 8 pairs a core", 2),
    FAN_IN("fan-in, 50 actors to 1", Workload.BURST),
    FAN_OUT("fan-out, 1 actor to 50", Workload.MANY * Workload.BURST),
    CHAIN("chain of 10 hops, 256 under way", Workload.HOPS),
    LIVES("children's lives, 100 at a time", 1);

    private static final int PAIRS_PER_CORE = 8;
    private static final int MANY = 50;
    private static final int BURST = 50;
    private static final int BURSTS_UNDER_WAY = 2;
    private static final int HOPS = 10;
    private static final int TOKENS = 256;
    private static final int LIVES_AT_A_TIME = 100;

    private final String title;
    private final int messagesPerUnit;

    Workload(String title, int messagesPerUnit) {
        this.title = title;
        this.messagesPerUnit = messagesPerUnit;
    }

    String title() {
        return title;
    }

    /** The number of messages in a unit of a batch. */
    int messagesPerUnit() {
        return messagesPerUnit;
    }

    /** Creates the actors, and returns those that take batches. */
    List<Consumer<Batch>> actorsOn(ActorLibrary library) {
        return switch (this) {
            case PING_PONG -> List.of(library.ring(2, 1));
            case PING_PONG_PAIRS ->
                    IntStream.range(0, PAIRS_PER_CORE * Runtime.getRuntime().availableProcessors())
                            .mapToObj(_ -> library.ring(2, 1))
                            .toList();
            case FAN_IN -> library.bursts(MANY, 1, BURST, BURSTS_UNDER_WAY);
            case FAN_OUT -> library.bursts(1, MANY, BURST, BURSTS_UNDER_WAY);
            case CHAIN -> List.of(library.ring(HOPS, TOKENS));
            case LIVES -> List.of(library.lives(LIVES_AT_A_TIME));
        };
    }
}
