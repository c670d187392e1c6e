// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.queue.Ledger;
import io.millrace.queue.LedgerLine;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the accounts of partitions that are gone came to, since the ledger counts from the start of the process. It has at
 * most {@value LaneAccounts#MOST} lines; chains that come later share one. Guarded by whoever has it.
 */
final class PastAccounts {

    private final Map<Account.Key, LedgerLine> lines = new HashMap<>();

    /** Adds lines of which nothing is in flight any more. */
    void add(Collection<LedgerLine> closed) {
        for (LedgerLine line : closed) {
            Account.Key own = new Account.Key(line.tenant(), line.chain());
            boolean fits = lines.containsKey(own) || lines.size() < LaneAccounts.MOST;
            Account.Key key = fits ? own : Account.Key.OTHERS;
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

    List<LedgerLine> lines() {
        return List.copyOf(lines.values());
    }
}
