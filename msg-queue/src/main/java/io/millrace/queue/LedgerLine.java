// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A line of the ledger: what became of the deliveries that one chain of one tenant took in, since the start of the
 * process. It {@linkplain #isBalanced() balances} at every instant. Nested chains stand in the line of the chain that
 * called them.
 *
 * @param tenant the tenant, or null: of tenants that came after the ledger was full
 * @param chain the chain by which the messages entered, or null: the tenant's root chain, whichever that was
 * @param takenIn how many came in, by source
 * @param ended how many have ended, by outcome
 * @param inFlight how many have not, by place; counted on their own, not reckoned from the other two
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

    /** Every constant has a figure, so that nobody has to ask for those that are missing. */
    private static <K extends Enum<K>> Map<K, Long> complete(Class<K> type, Map<K, Long> given) {
        Map<K, Long> all = new EnumMap<>(type);
        for (K key : type.getEnumConstants()) {
            all.put(key, given.getOrDefault(key, 0L));
        }
        return all;
    }

    /** How many came in. */
    public long allTakenIn() {
        return sum(takenIn);
    }

    /** How many have ended. */
    public long allEnded() {
        return sum(ended);
    }

    /** How many have not ended. */
    public long allInFlight() {
        return sum(inFlight);
    }

    private static long sum(Map<?, Long> figures) {
        return figures.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Whether nothing was lost and nothing counted twice: taken in = ended + in flight. */
    public boolean isBalanced() {
        return allTakenIn() == allEnded() + allInFlight();
    }
}
