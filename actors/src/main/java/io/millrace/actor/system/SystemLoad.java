// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.system;

/**
 * The work of a system's actors, from one look at each of them.
 *
 * @param actors the number of actors that have not ended
 * @param waiting the number of messages in their mailboxes
 * @param deepest the number of messages in the fullest mailbox
 * @param deepestPath the path of its actor; empty if no message waits
 */
public record SystemLoad(int actors, long waiting, int deepest, String deepestPath) {}
