// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.ledger;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.Ledger;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.Source;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ledger, as REST shows it.
 *
 * @param since when the process started, in milliseconds since the epoch
 * @param total the sum of all lines
 * @param chains one line for each chain, sorted by number of messages, most first
 */
record LedgerView(long since, Figures total, List<Line> chains) {

    /** Returns all lines without names of chains, for administrators of the installation. */
    static LedgerView of(long since, Ledger ledger) {
        return of(since, ledger, Map.of());
    }

    /** Returns the lines of a tenant with the names of its chains. */
    static LedgerView of(long since, Ledger ledger, Map<RuleChainId, String> names) {
        return new LedgerView(
                since,
                Figures.of(ledger.total()),
                ledger.lines().stream()
                        .sorted(Comparator.comparingLong(LedgerLine::allTakenIn).reversed())
                        .map(line -> Line.of(line, names))
                        .toList());
    }

    /**
     * The messages of one chain.
     *
     * @param tenantId null if the ledger was full before the tenant's first message
     * @param ruleChainId the chain that messages enter; null for the tenant's root chain
     * @param ruleChainName the chain's current name; null if the chain no longer exists or names are not shown
     */
    record Line(
            @Nullable TenantId tenantId,
            @Nullable RuleChainId ruleChainId,
            @Nullable String ruleChainName,
            Figures messages) {

        private static Line of(LedgerLine line, Map<RuleChainId, String> names) {
            RuleChainId chain = line.chain();
            return new Line(
                    line.tenant(),
                    chain,
                    chain == null ? null : names.get(chain),
                    Figures.of(line));
        }
    }

    /**
     * The figures of a line. The sum of {@code takenIn} equals the sum of {@code ended} and {@code inFlight}.
     *
     * @param balanced true if these sums are equal
     */
    record Figures(
            Map<Source, Long> takenIn,
            Map<Outcome, Long> ended,
            Map<Place, Long> inFlight,
            boolean balanced) {

        private static Figures of(LedgerLine line) {
            return new Figures(line.takenIn(), line.ended(), line.inFlight(), line.isBalanced());
        }
    }
}
