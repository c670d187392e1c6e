// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.account;

import io.millrace.queue.Ledger;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.lane.room.ChainKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The ledger lines of accounts that are no more, kept because the ledger counts from the start of the process. Their
 * number is bounded; chains that come later share one. Not thread-safe: guarded by its owner.
 */
public final class PastAccounts {

    private final int most;
    private final Map<ChainKey, LedgerLine> lines = new HashMap<>();

    /** Keeps nothing yet, and later up to {@value LaneAccounts#MOST} lines of chains. */
    public PastAccounts() {
        this(LaneAccounts.MOST);
    }

    /** @param most maximum number of lines of chains, beside the shared one */
    PastAccounts(int most) {
        this.most = most;
    }

    /** Adds lines that have no delivery in flight. */
    public void add(Collection<LedgerLine> closed) {
        for (LedgerLine line : closed) {
            ChainKey own = new ChainKey(line.tenant(), line.chain());
            boolean fits = lines.containsKey(own) || lines.size() < most;
            ChainKey key = fits ? own : ChainKey.OTHERS;
            LedgerLine part =
                    new LedgerLine(
                            key.tenant(),
                            key.chain(),
                            line.takenIn(),
                            line.ended(),
                            line.inFlight());
            lines.merge(
                    key, part, (one, other) -> Ledger.of(List.of(one, other)).lines().getFirst());
        }
    }

    public List<LedgerLine> lines() {
        return List.copyOf(lines.values());
    }
}
