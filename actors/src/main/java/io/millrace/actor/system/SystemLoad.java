// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.system;

/**
 * What the actors of a system have to do, as far as one look at each of them tells.
 *
 * @param actors how many have not ended
 * @param waiting how many messages wait in their mailboxes
 * @param deepest how many wait in the fullest one
 * @param deepestPath whose that is; the empty text when none waits
 */
public record SystemLoad(int actors, long waiting, int deepest, String deepestPath) {}
