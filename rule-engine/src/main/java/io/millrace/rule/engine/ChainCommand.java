// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

/** A command to the actor of a chain version. */
sealed interface ChainCommand {

    /** Retries the start of the node with the index. */
    record StartNode(int index, int attempt) implements ChainCommand {}

    /** Stops waiting for nodes: the version takes messages, although some nodes may not have started. */
    record StopWaiting() implements ChainCommand {}

    /** The version is retired and no message runs through it any more. */
    record Unused() implements ChainCommand {}
}
