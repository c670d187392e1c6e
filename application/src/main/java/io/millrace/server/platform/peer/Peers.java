// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.peer;

import java.time.Duration;
import java.util.List;

/** The other running instances of the cluster. */
public interface Peers {

    /** An instance that has not written its row in the table {@code instance} for this time is considered gone. */
    Duration GONE_AFTER = Duration.ofSeconds(15);

    /** Returns the peers, sorted by name; empty for a single instance. */
    List<Peer> known();
}
