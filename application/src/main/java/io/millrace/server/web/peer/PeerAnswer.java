// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.peer;

import io.millrace.server.platform.peer.Peer;
import io.millrace.server.web.peer.PeerListener.Reason;

/** The result of asking one peer. */
sealed interface PeerAnswer<T> {

    /** The peer answered. */
    record Given<T>(T value) implements PeerAnswer<T> {}

    /**
     * The peer's answer is missing.
     *
     * @param text the reason, as text for people who may not know the addresses of instances
     */
    record Missing<T>(Peer peer, Reason reason, String text) implements PeerAnswer<T> {}
}
