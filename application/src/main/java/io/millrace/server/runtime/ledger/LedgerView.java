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
 * The ledger as it is shown.
 *
 * @param since when the process started, in milliseconds since the epoch
 * @param total all lines in one
 * @param chains one line for each chain, those with the most messages first
 */
record LedgerView(long since, Figures total, List<Line> chains) {

    /** All lines, for somebody who sees nothing inside of tenants. */
    static LedgerView of(long since, Ledger ledger) {
        return of(since, ledger, Map.of());
    }

    /** The lines of a tenant with the names of its chains. */
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
     * One chain's messages.
     *
     * @param tenantId null where the ledger was full before the tenant came
     * @param ruleChainId the chain by which messages enter; null for those that enter the tenant's root chain
     * @param ruleChainName the chain's name now; null where it has none any more
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
     * Figures that balance: the sum of {@code takenIn} is that of {@code ended} and {@code inFlight} together.
     *
     * @param balanced whether they do
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
