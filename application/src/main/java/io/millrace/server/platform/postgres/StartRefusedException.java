// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

/** The server process ended before it accepted connections. */
final class StartRefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String complaint;

    StartRefusedException(String complaint) {
        super(complaint);
        this.complaint = complaint.isEmpty() ? "it ended without a word" : complaint;
    }

    /** What the process said at its end. */
    String complaint() {
        return complaint;
    }

    /** Whether another attempt may go better: a port that was taken meanwhile, or processes of a killed server that still end. */
    boolean mayPass() {
        return complaint.contains("could not create any TCP/IP sockets")
                || complaint.contains("shared memory block");
    }
}
