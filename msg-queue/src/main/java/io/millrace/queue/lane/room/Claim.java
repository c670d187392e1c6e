// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.room;

/**
 * A lane's claim to room for its first message, which stands in the line of the message's chain. Once the claim is
 * admitted, it holds the room until {@link Room#leave} gives that back.
 *
 * @param chain the chain that the room is taken from, and given back to
 * @param bytes bytes of the message
 */
public record Claim(Claimant claimant, ChainRoom chain, long bytes) {

    /** A lane that waits for room. */
    @FunctionalInterface
    public interface Claimant {

        /** Starts the message for which the claim holds room, or gives the room back. Called without any lock. */
        void admitted(Claim claim);
    }

    /** Hands the room that was taken to the claimant. Called once, without any lock. */
    public void admit() {
        claimant.admitted(this);
    }
}
