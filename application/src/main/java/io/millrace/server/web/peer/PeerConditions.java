// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.peer;

import io.millrace.server.platform.peer.Peer;
import io.millrace.server.web.peer.PeerAnswer.Missing;
import io.millrace.server.web.peer.PeerListener.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which peers did not answer last time. A peer that let the time limit pass is not asked for a while. Thread-safe. */
final class PeerConditions {

    private static final Logger log = LoggerFactory.getLogger(PeerConditions.class);

    private record Failure(Reason reason, long at) {}

    private final Map<Peer, Failure> failures = new ConcurrentHashMap<>();
    private final Duration skipped;
    private final LongSupplier nanoTime;

    PeerConditions(Duration skipped, LongSupplier nanoTime) {
        this.skipped = skipped;
        this.nanoTime = nanoTime;
    }

    /** Forgets peers that have left the cluster. */
    void retain(List<Peer> known) {
        failures.keySet().retainAll(known);
    }

    /** True if the peer did not answer in time a moment ago. */
    boolean isSkipped(Peer peer) {
        Failure last = failures.get(peer);
        return last != null
                && last.reason() == Reason.TIMEOUT
                && nanoTime.getAsLong() - last.at() < skipped.toNanos();
    }

    void answered(Peer peer) {
        if (failures.remove(peer) != null) {
            log.info("Instance {} at {} answers again", peer.name(), peer.url());
        }
    }

    /** Logs a missing answer, unless the last one was missing for the same reason. */
    void failed(Missing<?> missing) {
        Peer peer = missing.peer();
        Failure now = new Failure(missing.reason(), nanoTime.getAsLong());
        Failure before = failures.put(peer, now);
        if (before == null || before.reason() != now.reason()) {
            log.warn(
                    "Instance {} at {}: {}; answers of the REST API lack its part until it answers",
                    peer.name(),
                    peer.url(),
                    missing.text());
        }
    }
}
