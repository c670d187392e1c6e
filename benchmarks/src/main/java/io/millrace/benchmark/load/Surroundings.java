// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import org.jspecify.annotations.Nullable;

/**
 * What a run shares with its caller.
 *
 * @param population the devices; null: the run creates its own
 * @param listener is told about the measured phase
 * @param waits whether the run waits until the server has ended as many deliveries as the run has messages. False if
 *     other instances process some of them
 */
public record Surroundings(@Nullable Population population, PhaseListener listener, boolean waits) {

    /** A run on its own. */
    public static final Surroundings NONE = new Surroundings(null, PhaseListener.NONE, true);

    public Surroundings with(Population devices) {
        return new Surroundings(devices, listener, waits);
    }

    public Surroundings with(PhaseListener told) {
        return new Surroundings(population, told, waits);
    }

    /** The server is one of several that share the messages. */
    public Surroundings amongOthers() {
        return new Surroundings(population, listener, false);
    }
}
