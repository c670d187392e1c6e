// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A line of the ledger: how many deliveries one chain of one tenant has taken in since the start of the process, and
 * what became of them. It {@linkplain #isBalanced() balances} at every instant. Nested chains are counted in the line
 * of the chain that called them.
 *
 * @param tenant the tenant, or null: chains beyond the number that a partition counts singly
 * @param chain the chain by which the messages entered, or null: the tenant's root chain at that time
 * @param takenIn number of deliveries taken in, by source
 * @param ended number of deliveries that have ended, by outcome
 * @param inFlight number of deliveries that have not ended, by place; counted directly, not calculated from the other
 *     two
 */
public record LedgerLine(
        @Nullable TenantId tenant,
        @Nullable RuleChainId chain,
        Map<Source, Long> takenIn,
        Map<Outcome, Long> ended,
        Map<Place, Long> inFlight) {

    public LedgerLine {
        takenIn = complete(Source.class, takenIn);
        ended = complete(Outcome.class, ended);
        inFlight = complete(Place.class, inFlight);
    }

    /** Adds the missing constants with a count of 0. */
    private static <K extends Enum<K>> Map<K, Long> complete(Class<K> type, Map<K, Long> given) {
        Map<K, Long> all = new EnumMap<>(type);
        for (K key : type.getEnumConstants()) {
            all.put(key, given.getOrDefault(key, 0L));
        }
        return all;
    }

    /** Number of deliveries taken in. */
    public long allTakenIn() {
        return sum(takenIn);
    }

    /** Number of deliveries that have ended. */
    public long allEnded() {
        return sum(ended);
    }

    /** Number of deliveries that have not ended. */
    public long allInFlight() {
        return sum(inFlight);
    }

    private static long sum(Map<?, Long> figures) {
        return figures.values().stream().mapToLong(Long::longValue).sum();
    }

    /** True if no delivery was lost or counted twice: taken in = ended + in flight. */
    public boolean isBalanced() {
        return allTakenIn() == allEnded() + allInFlight();
    }
}
