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
        database = -process.children();
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
        database += process.children();
    }

    /** Megabytes before devices connected, and average and maximum of the phase. */
    synchronized String memory() {
        return megabytes.getCount() == 0
                ? "idle %d".formatted(idleMegabytes)
                : "idle %d, in the phase %.0f on average and %d at most"
                        .formatted(idleMegabytes, megabytes.getAverage(), megabytes.getMax());
    }

    /** CPU time per message in microseconds, for the given number of messages. */
    String cpu(long messages) {
        if (!survived || messages == 0) {
            return "none: the process has ended, or nothing was stored";
        }
        double own = server * 1e6 / messages;
        double children = database * 1e6 / messages;
        return "server %.1f, PostgreSQL %.1f, together %.1f"
                .formatted(own, children, own + children);
    }
}
