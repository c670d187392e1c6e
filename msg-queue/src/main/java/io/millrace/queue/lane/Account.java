// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.Source;
import org.jspecify.annotations.Nullable;

/**
 * The counts of one ledger line within a partition. Every change of a delivery's place is one change here, made under
 * the partition's lock, so the account balances whenever the lock is free.
 */
final class Account {

    /**
     * The key of a ledger line.
     *
     * @param tenant null for all tenants that came after the ledger was full
     * @param chain the chain that messages enter, or null: the tenant's root chain
     */
    record Key(@Nullable TenantId tenant, @Nullable RuleChainId chain) {

        static final Key OTHERS = new Key(null, null);

        static Key of(RuleMessage message) {
            EntryPoint entry = message.entry();
            return new Key(message.tenant(), entry == null ? null : entry.chain());
        }
    }

    final Key key;
    final ChainRoom room;
    private final Counts<Source> takenIn = new Counts<>(Source.class);
    private final Counts<Outcome> ended = new Counts<>(Outcome.class);
    private final Counts<Place> inFlight = new Counts<>(Place.class);

    Account(Key key, ChainRoom room) {
        this.key = key;
        this.room = room;
    }

    void takenIn(Source source, Place place) {
        takenIn.add(source, 1);
        inFlight.add(place, 1);
    }

    void moved(Place from, Place to) {
        inFlight.add(from, -1);
        inFlight.add(to, 1);
    }

    void ended(Place from, Outcome outcome) {
        inFlight.add(from, -1);
        ended.add(outcome, 1);
    }

    /** Counts a message that was lost before it was taken in. */
    void dropped(Source source) {
        takenIn.add(source, 1);
        ended.add(Outcome.DROPPED_BY_POLICY, 1);
    }

    long inFlight() {
        return inFlight.sum();
    }

    /** True if none of its deliveries is in the rule engine or being given up. */
    boolean isAtRest() {
        return inFlight.get(Place.RUNNING) == 0 && inFlight.get(Place.BEING_BURIED) == 0;
    }

    LedgerLine line() {
        return new LedgerLine(
                key.tenant(), key.chain(), takenIn.toMap(), ended.toMap(), inFlight.toMap());
    }
}
