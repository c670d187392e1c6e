// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.delivery;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import java.util.List;

/**
 * A snapshot of how far an attempt has come.
 *
 * @param path the hops so far, of the branches that have ended and of those that are at a node or wait for a chain
 * @param stays the nodes that have the message now; empty while it is between nodes or waits for its chain
 */
public record Position(Path path, List<Stay> stays) {

    /** The position of an attempt that the engine has not started. */
    public static final Position UNKNOWN = new Position(Path.EMPTY, List.of());

    public Position {
        stays = List.copyOf(stays);
    }

    /** A node that has the message. */
    public record Stay(RuleChainId chain, long chainVersion, RuleNodeId node) {}
}
