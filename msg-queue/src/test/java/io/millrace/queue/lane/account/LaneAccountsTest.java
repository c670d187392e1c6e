// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.account;

import static io.millrace.queue.Fixtures.chain;
import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.tenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.RuleMessage;
import io.millrace.queue.Fixtures;
import io.millrace.queue.Ledger;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.Source;
import io.millrace.queue.lane.room.Budgets;
import io.millrace.queue.lane.room.ChainKey;
import io.millrace.queue.lane.room.Room;
import io.millrace.queue.lane.room.SharedBudget;
import org.junit.jupiter.api.Test;

class LaneAccountsTest {

    private final Room room = new Room(budgets(), _ -> 1, System::nanoTime);
    private final NamedQueue queue = new NamedQueue(QueueDefinition.MAIN);
    private final LaneAccounts accounts = new LaneAccounts(queue, room);

    private static Budgets budgets() {
        SharedBudget any = new SharedBudget(1_000_000);
        return new Budgets(any, any, any, any, any, any, any, any);
    }

    private static RuleMessage of(int tenant) {
        return Fixtures.message(tenant(tenant), chain(1), device(1), 1);
    }

    private Account passed(int tenant) {
        Account account = accounts.of(of(tenant));
        account.takenIn(Source.DEVICE, Place.WAITING);
        account.ended(Place.WAITING, Outcome.DONE);
        return account;
    }

    private void fill() {
        for (int tenant = 1; tenant <= LaneAccounts.MOST; tenant++) {
            passed(tenant);
        }
    }

    private LedgerLine lineOf(int tenant) {
        return Ledger.of(accounts.lines()).of(tenant(tenant)).total();
    }

    @Test
    void aTenantThatComesAfterAllOthersHasAnAccountAndRoomOfItsOwn() {
        fill();

        Account one = passed(LaneAccounts.MOST + 1);
        Account other = passed(LaneAccounts.MOST + 2);

        assertThat(one.line().tenant()).isEqualTo(tenant(LaneAccounts.MOST + 1));
        assertThat(one).isNotSameAs(other);
        assertThat(one.room().tenant()).isNotSameAs(other.room().tenant());
    }

    @Test
    void accountsThatWereUsedLongestAgoAreGivenUpAndTheirCountsStay() {
        fill();
        passed(1);

        passed(LaneAccounts.MOST + 1);

        assertThat(accounts.all()).hasSizeLessThanOrEqualTo(LaneAccounts.MOST);
        assertThat(lineOf(1).ended()).containsEntry(Outcome.DONE, 2L);
        assertThat(lineOf(2).ended()).doesNotContainEntry(Outcome.DONE, 1L);
        assertThat(lineOf(LaneAccounts.MOST + 1).ended()).containsEntry(Outcome.DONE, 1L);
        assertThat(Ledger.of(accounts.lines()).total().ended())
                .containsEntry(Outcome.DONE, LaneAccounts.MOST + 2L);
    }

    @Test
    void anAccountWithMessagesInFlightStays() {
        Account inFlight = accounts.of(of(1));
        inFlight.takenIn(Source.DEVICE, Place.WAITING);
        fill();
        for (int more = 1; more <= 3 * LaneAccounts.MOST; more++) {
            passed(LaneAccounts.MOST + more);
        }

        assertThat(accounts.of(of(1))).isSameAs(inFlight);
        assertThat(accounts.all()).hasSizeLessThanOrEqualTo(LaneAccounts.MOST + 1);
    }

    @Test
    void accountsInFlightDoNotKeepThoseBehindThemFromBeingGivenUp() {
        for (int tenant = 1; tenant <= 500; tenant++) {
            accounts.of(of(tenant)).takenIn(Source.DEVICE, Place.WAITING);
        }
        for (int tenant = 501; tenant <= 2 * LaneAccounts.MOST; tenant++) {
            passed(tenant);
        }

        assertThat(accounts.all()).hasSizeLessThanOrEqualTo(LaneAccounts.MOST + 500);
    }

    @Test
    void aDeletedTenantLeavesItsCountsOnly() {
        passed(1);
        passed(2);

        accounts.forget(tenant(1));

        assertThat(accounts.all()).hasSize(1);
        assertThat(accounts.lines())
                .extracting(LedgerLine::tenant)
                .containsExactlyInAnyOrder(tenant(2), null);
        assertThat(Ledger.of(accounts.lines()).total().ended()).containsEntry(Outcome.DONE, 2L);
    }

    @Test
    void roomOfChainsWithoutAnAccountGoes() {
        Account kept = passed(1);
        passed(2);
        assertThat(room.chains()).isEqualTo(2);

        accounts.forget(tenant(2));

        await().until(() -> {
            System.gc();
            room.tick();
            return room.chains() == 1;
        });
        assertThat(room.of(queue, ChainKey.of(of(1)))).isSameAs(kept.room());
    }
}
