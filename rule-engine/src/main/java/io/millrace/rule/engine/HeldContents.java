// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Passage;
import org.jspecify.annotations.Nullable;

/**
 * The contents of one attempt's path: bounds how much a message that passes many nodes keeps in memory. A message that
 * a node passes on unchanged costs nothing, so most attempts never take the lock. Safe for use by many threads.
 */
final class HeldContents {

    /** Maximum number of changed messages that an attempt keeps. */
    static final int MOST = 128;

    /** Maximum number of bytes of changed messages that an attempt keeps. */
    static final long MOST_BYTES = 1L << 20;

    /** Bytes of each attempt that are not counted in the common room. */
    static final long FREE_BYTES = 4L << 10;

    private static final int LONGEST_ERROR = 4_096;
    private static final int BYTES_OF_MESSAGE = 128;

    private final ContentRoom room;
    private final RuleMessage start;
    private int changes;
    private long bytes;
    private long taken;

    /** @param start the message with which the attempt starts; it is in memory anyway */
    HeldContents(ContentRoom room, RuleMessage start) {
        this.room = room;
        this.start = start;
    }

    /**
     * Returns the contents of a visit to a node. If there is no room for them, only the error is kept.
     *
     * @param before the hop by which the message came, or null: the visit is the first one
     */
    @SuppressWarnings("ReferenceEquality") // a message that was not changed is the same object
    Passage passage(
            @Nullable Hop before, RuleMessage input, RuleMessage output, @Nullable String error) {
        Passage last = before == null ? null : before.passage();
        if (error == null
                && input == output
                && last != null
                && last.input() == input
                && last.output() == input
                && last.error() == null) {
            return last;
        }
        RuleMessage known = before == null ? start : last == null ? null : last.output();
        long added = difference(known, input) + difference(input, output);
        if (added == 0 || take(added)) {
            return new Passage(input, output, cut(error));
        }
        room.refused();
        return new Passage(null, null, cut(error));
    }

    @SuppressWarnings("ReferenceEquality") // shared parts are the same objects
    private static long difference(@Nullable RuleMessage from, RuleMessage to) {
        if (from == to) {
            return 0;
        }
        long payload =
                from != null && from.payload() == to.payload() ? 0 : to.payload().estimatedLength();
        long metadata =
                from != null && from.metadata() == to.metadata() ? 0 : to.metadata().length();
        return BYTES_OF_MESSAGE + payload + metadata;
    }

    private synchronized boolean take(long added) {
        long sum = bytes + added;
        if (changes >= MOST || sum > MOST_BYTES) {
            return false;
        }
        long needed = Math.max(0, sum - FREE_BYTES) - taken;
        if (needed > 0) {
            if (!room.take(start.tenant(), needed)) {
                return false;
            }
            taken += needed;
        }
        changes++;
        bytes = sum;
        return true;
    }

    /** Gives the room back. Called when the attempt's branches have ended. */
    synchronized void release() {
        if (taken > 0) {
            room.giveBack(start.tenant(), taken);
            taken = 0;
        }
        bytes = MOST_BYTES;
    }

    private static @Nullable String cut(@Nullable String error) {
        return error == null || error.length() <= LONGEST_ERROR
                ? error
                : error.substring(0, LONGEST_ERROR);
    }
}
