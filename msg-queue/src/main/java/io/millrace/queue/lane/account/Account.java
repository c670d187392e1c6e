// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.account;

import io.millrace.message.id.TenantId;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.Source;
import io.millrace.queue.lane.room.ChainKey;
import io.millrace.queue.lane.room.ChainRoom;

/**
 * The counts of one ledger line within a partition. Every change of a delivery's place is one change here, made under
 * the partition's lock, so the account balances whenever the lock is free.
 */
public final class Account {

    private final ChainKey key;
    private final ChainRoom room;
    private final Counts<Source> takenIn = new Counts<>(Source.class);
    private final Counts<Outcome> ended = new Counts<>(Outcome.class);
    private final Counts<Place> inFlight = new Counts<>(Place.class);

    Account(ChainKey key, ChainRoom room) {
        this.key = key;
        this.room = room;
    }

    /** The room of the chain whose messages are counted here. */
    public ChainRoom room() {
        return room;
    }

    public void takenIn(Source source, Place place) {
        takenIn.add(source, 1);
        inFlight.add(place, 1);
    }

    public void moved(Place from, Place to) {
        inFlight.add(from, -1);
        inFlight.add(to, 1);
    }

    public void ended(Place from, Outcome outcome) {
        inFlight.add(from, -1);
        ended.add(outcome, 1);
    }

    /** Counts a message that was lost before it was taken in. */
    public void dropped(Source source) {
        takenIn.add(source, 1);
        ended.add(Outcome.DROPPED_BY_POLICY, 1);
    }

    /** True if the counted messages belong to a tenant. */
    public boolean isOf(TenantId tenant) {
        return tenant.equals(key.tenant());
    }

    /** Number of its deliveries at a place. */
    public long inFlight(Place place) {
        return inFlight.get(place);
    }

    public long inFlight() {
        return inFlight.sum();
    }

    /** True if none of its deliveries is in the rule engine or being given up. */
    public boolean isAtRest() {
        return inFlight.get(Place.RUNNING) == 0 && inFlight.get(Place.BEING_BURIED) == 0;
    }

    public LedgerLine line() {
        return new LedgerLine(
                key.tenant(), key.chain(), takenIn.toMap(), ended.toMap(), inFlight.toMap());
    }
}
