// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;

/** Is told when the measured phase of a run begins and when it is over. */
public interface PhaseListener {

    /** Nobody listens. */
    PhaseListener NONE =
            new PhaseListener() {
                @Override
                public void began() {}

                @Override
                public void ended() {}
            };

    /** The phase begins when this returns. */
    void began() throws IOException, InterruptedException;

    /** Whether the phase of an open loop is to end before its time. Must return at once. */
    default boolean isOver() {
        return false;
    }

    /** All messages are acknowledged, and, if the run waits for it, all deliveries have ended. */
    void ended() throws IOException, InterruptedException;
}
