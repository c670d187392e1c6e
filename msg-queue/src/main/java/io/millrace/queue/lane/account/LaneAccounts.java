// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.account;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.TenantId;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.lane.room.ChainKey;
import io.millrace.queue.lane.room.Room;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;

/**
 * The accounts of a partition, created on first use. Every message has its own chain's account, and so its own chain's
 * room, however many chains there are: beyond {@value #MOST} accounts those that were used longest ago and have nothing in
 * flight are given up, and what they counted stays in one line of the ledger. An account in flight takes less memory than
 * its message, which has a bound elsewhere. Guarded by the partition's lock.
 */
public final class LaneAccounts {

    static final int MOST = 10_000;

    /** How many accounts are examined when one is added to a full partition. */
    private static final int GLANCE = 16;

    /** The account that was used longest ago comes first. */
    private final LinkedHashMap<ChainKey, Account> accounts = new LinkedHashMap<>(16, 0.75f, true);

    private final PastAccounts givenUp = new PastAccounts(0);
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

    private Account add(ChainKey key) {
        if (accounts.size() >= MOST) {
            giveUpSome();
        }
        Account added = new Account(key, room.of(queue, key));
        accounts.put(key, added);
        return added;
    }

    private void giveUpSome() {
        for (ChainKey key : accounts.sequencedKeySet().stream().limit(GLANCE).toList()) {
            // Looked up, an account moves to the end, so one in flight does not hide those behind
            // it.
            Account account = accounts.get(key);
            if (account != null && account.inFlight() == 0) {
                giveUp(account);
                accounts.remove(key);
            }
        }
    }

    private void giveUp(Account account) {
        givenUp.add(List.of(account.line()));
    }

    /** Gives up the accounts of a tenant that have nothing in flight. */
    public void forget(TenantId tenant) {
        accounts.entrySet()
                .removeIf(entry -> {
                    boolean gone =
                            tenant.equals(entry.getKey().tenant())
                                    && entry.getValue().inFlight() == 0;
                    if (gone) {
                        giveUp(entry.getValue());
                    }
                    return gone;
                });
    }

    public Collection<Account> all() {
        return accounts.values();
    }

    public List<LedgerLine> lines() {
        return Stream.concat(
                        accounts.values().stream().map(Account::line), givenUp.lines().stream())
                .toList();
    }
}
