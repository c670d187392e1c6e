// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A ledger: one line for each tenant and chain. */
public record Ledger(List<LedgerLine> lines) {

    public Ledger {
        lines = List.copyOf(lines);
    }

    private record Key(@Nullable TenantId tenant, @Nullable RuleChainId chain) {}

    /** Creates a ledger of several lines; those of the same tenant and chain are added up. */
    public static Ledger of(Collection<LedgerLine> parts) {
        Map<Key, List<LedgerLine>> byKey = new HashMap<>();
        for (LedgerLine part : parts) {
            byKey.computeIfAbsent(new Key(part.tenant(), part.chain()), _ -> new ArrayList<>())
                    .add(part);
        }
        List<LedgerLine> lines = new ArrayList<>();
        byKey.forEach((key, same) -> lines.add(sum(key.tenant(), key.chain(), same)));
        return new Ledger(lines);
    }

    /** Returns the lines of one tenant. */
    public Ledger of(TenantId tenant) {
        return new Ledger(lines.stream().filter(line -> tenant.equals(line.tenant())).toList());
    }

    /** Returns the sum of all lines, without tenant and chain. */
    public LedgerLine total() {
        return sum(null, null, lines);
    }

    private static LedgerLine sum(
            @Nullable TenantId tenant, @Nullable RuleChainId chain, List<LedgerLine> parts) {
        Map<Source, Long> takenIn = new EnumMap<>(Source.class);
        Map<Outcome, Long> ended = new EnumMap<>(Outcome.class);
        Map<Place, Long> inFlight = new EnumMap<>(Place.class);
        for (LedgerLine part : parts) {
            part.takenIn().forEach((source, count) -> takenIn.merge(source, count, Long::sum));
            part.ended().forEach((outcome, count) -> ended.merge(outcome, count, Long::sum));
            part.inFlight().forEach((place, count) -> inFlight.merge(place, count, Long::sum));
        }
        return new LedgerLine(tenant, chain, takenIn, ended, inFlight);
    }
}
