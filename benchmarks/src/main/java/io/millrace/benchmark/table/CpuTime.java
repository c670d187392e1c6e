// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.ProcessCost;
import java.io.IOException;
import java.util.List;

/**
 * Processor time in seconds.
 *
 * @param seconds when it was read, or the time between two readings
 * @param server of servers
 * @param database of PostgreSQL
 */
record CpuTime(double seconds, double server, double database) {

    static CpuTime of(ProcessCost cost) throws IOException {
        return new CpuTime(System.nanoTime() / 1e9, cost.own(), cost.database());
    }

    /** Of several servers, and of the PostgreSQL of one of the processes. */
    static CpuTime of(List<ProcessCost> servers, ProcessCost database) throws IOException {
        double sum = 0;
        for (ProcessCost server : servers) {
            sum += server.own();
        }
        return new CpuTime(System.nanoTime() / 1e9, sum, database.database());
    }

    CpuTime since(CpuTime earlier) {
        return new CpuTime(
                seconds - earlier.seconds, server - earlier.server, database - earlier.database);
    }

    /** Without what would have been used anyway. */
    CpuTime without(CpuTime idle) {
        double times = seconds / idle.seconds;
        return new CpuTime(seconds, server - idle.server * times, database - idle.database * times);
    }
}
