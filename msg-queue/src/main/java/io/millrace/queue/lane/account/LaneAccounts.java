// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.account;

import io.millrace.message.RuleMessage;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.lane.room.ChainKey;
import io.millrace.queue.lane.room.Room;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The accounts of a partition, created on first use. There are at most {@value #MOST}; chains that come later share
 * one. Guarded by the partition's lock.
 */
public final class LaneAccounts {

    static final int MOST = 10_000;

    private final Map<ChainKey, Account> accounts = new HashMap<>();
    private final NamedQueue queue;
    private final Room room;

    public LaneAccounts(NamedQueue queue, Room room) {
        this.queue = queue;
        this.room = room;
    }

    /** Returns the account in which a message is counted. */
    public Account of(RuleMessage message) {
        ChainKey key = ChainKey.of(message);
        Account known = accounts.get(key);
        return known != null ? known : add(key);
    }

    private Account add(ChainKey wanted) {
        ChainKey key = accounts.size() < MOST ? wanted : ChainKey.OTHERS;
        return accounts.computeIfAbsent(key, made -> new Account(made, room.of(queue, made)));
    }

    public Collection<Account> all() {
        return accounts.values();
    }

    public List<LedgerLine> lines() {
        return accounts.values().stream().map(Account::line).toList();
    }
}
