// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.history;

import io.millrace.message.delivery.Hop;
import io.millrace.queue.DeliveryEnd;
import io.millrace.queue.Outcome;
import io.millrace.rule.node.NodeResult;
import io.millrace.server.store.history.KeptReason;
import io.millrace.server.store.history.LiveWatches;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a message is kept with its contents, and why. It runs at the end of each delivery, so it costs no
 * object and few reads for a message that is not kept.
 */
final class KeptDecision {

    private static final int FAILED = 1;
    private static final int SLOW = 2;
    private static final int WATCHED = 4;

    private final long slowNanos;

    /** @param slowNanos a message that takes this time or longer is slow */
    KeptDecision(long slowNanos) {
        this.slowNanos = slowNanos;
    }

    /**
     * Returns the reasons to keep the message; empty if it is not kept.
     *
     * @param watches the watches of the tenant, or null
     */
    Set<KeptReason> reasons(DeliveryEnd end, @Nullable LiveWatches watches) {
        if (end.outcome() == Outcome.HANDED_OVER) {
            return Set.of();
        }
        int reasons = end.failure() == null ? 0 : FAILED;
        if (end.nanos() >= slowNanos) {
            reasons |= SLOW;
        }
        if (watches != null && watches.covers(end.message().originator(), end.endedAt())) {
            reasons |= WATCHED;
        }
        reasons |= ofHops(end, watches);
        return reasons == 0 ? Set.of() : setOf(reasons);
    }

    private static int ofHops(DeliveryEnd end, @Nullable LiveWatches watches) {
        int reasons = 0;
        List<Hop> ends = end.path().branchEnds();
        for (int i = 0; i < ends.size(); i++) {
            for (Hop hop = ends.get(i); hop != null; hop = hop.previous()) {
                if (hasFailed(hop)) {
                    reasons |= FAILED;
                }
                if (watches != null && watches.covers(hop, end.endedAt())) {
                    reasons |= WATCHED;
                }
            }
        }
        return reasons;
    }

    private static boolean hasFailed(Hop hop) {
        String label = hop.label();
        return label.equals(NodeResult.FAILURE)
                || (hop.passage() != null && hop.passage().error() != null)
                || (label.indexOf(',') >= 0
                        && List.of(label.split(",")).contains(NodeResult.FAILURE));
    }

    private static Set<KeptReason> setOf(int bits) {
        Set<KeptReason> reasons = EnumSet.noneOf(KeptReason.class);
        if ((bits & FAILED) != 0) {
            reasons.add(KeptReason.FAILED);
        }
        if ((bits & SLOW) != 0) {
            reasons.add(KeptReason.SLOW);
        }
        if ((bits & WATCHED) != 0) {
            reasons.add(KeptReason.WATCHED);
        }
        return reasons;
    }
}
