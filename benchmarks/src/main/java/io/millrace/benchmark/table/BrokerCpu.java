// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.PhaseListener;
import io.millrace.benchmark.load.ProcessCost;
import java.io.IOException;

/** The processor time of a broker during a measured phase. */
final class BrokerCpu implements PhaseListener {

    private final ProcessCost cost;
    private double seconds;

    BrokerCpu(ProcessCost cost) {
        this.cost = cost;
    }

    @Override
    public void began() throws IOException {
        seconds = -cost.own();
    }

    @Override
    public void ended() throws IOException {
        seconds += cost.own();
    }

    double micros(long messages) {
        return messages == 0 ? Double.NaN : seconds * 1e6 / messages;
    }
}
