// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.util.LongSummaryStatistics;

/** The server's CPU time and memory in the measured phase. Memory is sampled once a second. */
final class ServerCost {

    private final ProcessCost process;
    private final long idleMegabytes;
    private final LongSummaryStatistics megabytes = new LongSummaryStatistics();
    private final Thread thread = Thread.ofPlatform().daemon().name("rss").unstarted(this::watch);
    private double server;
    private double database;
    private boolean survived;

    /** @param pid id of the server process, which is idle now */
    ServerCost(long pid) throws IOException {
        this.process = new ProcessCost(pid);
        this.idleMegabytes = process.residentMegabytes();
    }

    void begin() throws IOException {
        server = -process.own();
        database = -process.database();
        thread.start();
    }

    private void watch() {
        try {
            while (process.isAlive()) {
                look();
                Thread.sleep(1_000);
            }
        } catch (IOException | InterruptedException _) {
            // the process has ended, or the phase has
        }
    }

    private synchronized void look() throws IOException {
        long now = process.residentMegabytes();
        if (now > 0) {
            megabytes.accept(now);
        }
    }

    /** Ends the phase. The process may have ended. */
    void end(boolean alive) throws IOException {
        thread.interrupt();
        survived = alive;
        server += process.own();
        database += process.database();
    }

    /** The cost of the given number of messages. */
    synchronized Cost of(long messages) {
        boolean known = survived && messages > 0;
        boolean sampled = megabytes.getCount() > 0;
        return new Cost(
                idleMegabytes,
                sampled ? megabytes.getAverage() : Double.NaN,
                sampled ? megabytes.getMax() : 0,
                known ? server * 1e6 / messages : Double.NaN,
                known ? database * 1e6 / messages : Double.NaN);
    }
}
