// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.peer;

import java.time.Duration;

/**
 * The bounds of asking peers.
 *
 * @param answerWithin the time that a peer has to answer, and that a question waits for its turn
 * @param skipped how long a peer is not asked after it did not answer in time
 * @param questions maximum number of requests that ask their peers at the same time
 * @param bytes maximum size of all answers of all these requests
 */
record PeerLimits(Duration answerWithin, Duration skipped, int questions, long bytes) {

    private static final int MOST_BYTES = 16 * 1024 * 1024;

    /** The limits for a heap of the given size: answers take at most a sixteenth of it. */
    static PeerLimits of(Duration answerWithin, long heap) {
        return new PeerLimits(answerWithin, Duration.ofSeconds(5), 4, heap / 16);
    }

    /** Maximum size of one answer if the given number of peers is asked. */
    int bytesOfAnswer(int peers) {
        return (int) Math.min(MOST_BYTES, bytes / questions / Math.max(1, peers));
    }
}
