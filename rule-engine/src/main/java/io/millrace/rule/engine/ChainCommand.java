// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

/** What the actor of a chain version is told. */
sealed interface ChainCommand {

    /** Try again to start the node of the index. */
    record StartNode(int index, int attempt) implements ChainCommand {}

    /** Take messages now, whichever nodes have started. */
    record StopWaiting() implements ChainCommand {}

    /** The version is retired and the last message has left it. */
    record Unused() implements ChainCommand {}
}
