// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.peer;

import java.util.List;

/** The other running instances of the cluster. */
public interface Peers {

    /** Returns the peers, sorted by name; empty for a single instance. */
    List<Peer> known();
}
