// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

/** The server process ended before it accepted connections. */
final class StartRefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String complaint;

    StartRefusedException(String complaint) {
        super(complaint);
        this.complaint = complaint.isEmpty() ? "it ended without any output" : complaint;
    }

    /** The last error that the process printed. */
    String complaint() {
        return complaint;
    }

    /**
     * True if a retry may succeed: the port was taken in the meantime, or processes of a killed server are still
     * ending.
     */
    boolean mayPass() {
        return complaint.contains("could not create any TCP/IP sockets")
                || complaint.contains("shared memory block");
    }
}
