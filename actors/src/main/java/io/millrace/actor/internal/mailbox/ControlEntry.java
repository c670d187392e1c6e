// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.mailbox;

/**
 * An entry that the library itself puts among the messages of a mailbox. It keeps its place in their order, and the
 * bound of a mailbox does not count it.
 */
public abstract class ControlEntry {}
