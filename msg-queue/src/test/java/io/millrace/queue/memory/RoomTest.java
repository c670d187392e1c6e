// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import static io.millrace.queue.Fixtures.chain;
import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static io.millrace.queue.Fixtures.tenant;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.TenantId;
import io.millrace.queue.Fixtures;
import io.millrace.queue.InFlight;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.Source;
import io.millrace.queue.lane.LaneSettings;
import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** How the room of a queue is divided: originator, chain, tenant, instance. */
class RoomTest {

    private static final int CAPACITY = 8_192;
    private static final LaneSettings SETTINGS =
            new LaneSettings(
                    CAPACITY,
                    64 << 20,
                    4 << 20,
                    1 << 20,
                    1 << 20,
                    1 << 20,
                    64,
                    100,
                    Duration.ofSeconds(1),
                    Duration.ZERO);

    private final QueueDriver driver = new QueueDriver(SETTINGS);
    private int number;

    @Test
    void anOriginatorWhoseMessagesHangLeavesRoomToThoseOfTheSameChain() {
        send(1, 1, 1, 3_000);
        driver.pass(Duration.ofSeconds(5));
        long hanging = driver.runningOf(from(1));
        assertThat(hanging).isLessThan(CAPACITY / 16);

        for (int device = 2; device <= 100; device++) {
            send(1, 1, device, 20);
        }
        driver.endAll(from(1).negate());

        assertThat(driver.startedNumbers()).hasSize((int) hanging + 99 * 20);
        assertThat(driver.runningOf(from(1))).isEqualTo(hanging);
        assertThat(driver.runningOf(_ -> true)).isEqualTo(hanging);
    }

    @Test
    void aChainWhoseMessagesHangLeavesRoomToTheTenantsOtherChains() {
        for (int device = 1; device <= 500; device++) {
            send(1, 1, device, 20);
        }
        driver.pass(Duration.ofSeconds(3));
        assertThat(driver.runningOf(_ -> true)).isLessThan(CAPACITY / 2);

        for (int device = 501; device <= 600; device++) {
            send(1, 2, device, 20);
        }
        driver.endAll(into(2));

        assertThat(driver.started.stream().filter(a -> into(2).test(a.message()))).hasSize(2_000);
    }

    @Test
    void aTenantWhoseMessagesHangInAllChainsLeavesRoomToTheOthers() {
        for (int chain = 1; chain <= 20; chain++) {
            for (int device = 1; device <= 50; device++) {
                send(1, chain, chain * 1_000 + device, 20);
            }
        }
        driver.pass(Duration.ofSeconds(3));
        assertThat(driver.runningOf(_ -> true)).isLessThanOrEqualTo(CAPACITY / 2);

        for (int device = 1; device <= 100; device++) {
            send(2, 99, device, 20);
        }
        driver.endAll(of(2));

        assertThat(driver.started.stream().filter(a -> of(2).test(a.message()))).hasSize(2_000);
    }

    @Test
    void aTenantOfTwiceTheWeightGetsTwiceTheRoom() {
        QueueDriver weighted = new QueueDriver(SETTINGS, id -> id.equals(tenant(2)) ? 2 : 1);
        for (int i = 0; i < 60_000; i++) {
            for (int tenant = 1; tenant <= 2; tenant++) {
                weighted.submit(
                        message(
                                tenant(tenant),
                                chain(10 * tenant + i % 8),
                                device(1_000 * tenant + i % 900),
                                i));
            }
            if (i % 1_000 == 0) {
                weighted.pass(Duration.ofMillis(50));
                weighted.endOldest(500);
            }
        }

        double ratio = (double) weighted.runningOf(of(2)) / weighted.runningOf(of(1));
        assertThat(ratio).isBetween(1.8, 2.2);
    }

    @Test
    void waitingMessagesOfATenantLeaveRoomForOtherTenants() {
        Admission last = Admission.ACCEPTED;
        for (int i = 0; i < 20_000; i++) {
            last = driver.submit(message(tenant(1), chain(1), device(i % 200), i));
        }
        assertThat(last).isEqualTo(Admission.FULL);
        assertThat(driver.queue().load().waitingBytes()).isLessThan((4 << 20) * 51 / 100);

        assertThat(driver.submit(message(tenant(2), chain(2), device(1_000), 1)))
                .isEqualTo(Admission.ACCEPTED);
    }

    @Test
    void devicesCannotKeepTheEngineFromSendingNorTheEngineDevices() {
        while (driver.submit(message(tenant(1), chain(1), device(number++ % 200), number))
                == Admission.ACCEPTED) {}

        RuleMessage made = message(tenant(1), chain(1), device(1), number++);
        assertThat(driver.submit(made, Source.RULE_ENGINE)).isEqualTo(Admission.ACCEPTED);
    }

    @Test
    void storesWhatTheEngineMadeAfterASecondThoughItHasFoundNoRoomYet() {
        send(1, 1, 1, 100);
        int told = driver.told.get();
        assertThat(driver.submit(message(tenant(1), chain(1), device(1), 77), Source.RULE_ENGINE))
                .isEqualTo(Admission.ACCEPTED);

        driver.pass(Duration.ofMillis(950));
        assertThat(driver.told.get()).isEqualTo(told);
        driver.pass(Duration.ofMillis(50));

        assertThat(driver.stores.all())
                .extracting(InFlight::message)
                .extracting(Fixtures::numberOf)
                .contains(77);
        assertThat(driver.startedNumbers()).doesNotContain(77);
    }

    @Test
    void countsADroppedMessageAsTakenInAndEnded() {
        driver.queue().drop(message(tenant(1), chain(1), device(1), 1), Source.DEVICE);

        assertThat(driver.queue().ledger().total().ended())
                .containsEntry(Outcome.DROPPED_BY_POLICY, 1L);
        assertThat(driver.queue().ledger().total().isBalanced()).isTrue();
    }

    @Test
    void theLedgerHasALineForEachChainOfEachTenant() {
        send(1, 1, 1, 1);
        send(1, 2, 1, 2);
        send(2, 3, 2, 3);
        driver.endAll(of(2));

        assertThat(driver.queue().ledger().lines()).hasSize(3);
        assertThat(driver.queue().ledger().of(tenant(1)).total().inFlight())
                .containsEntry(Place.RUNNING, 3L);
        assertThat(driver.queue().ledger().of(tenant(2)).total().ended())
                .containsEntry(Outcome.DONE, 3L);
    }

    private void send(int tenant, int chain, int device, int count) {
        for (int i = 0; i < count; i++) {
            driver.submit(message(tenant(tenant), chain(chain), device(device), number++));
        }
    }

    private static Predicate<RuleMessage> from(int device) {
        return message -> message.originator().equals(device(device));
    }

    private static Predicate<RuleMessage> into(int chain) {
        return message -> message.entry() != null && message.entry().chain().equals(chain(chain));
    }

    private static Predicate<RuleMessage> of(int tenant) {
        TenantId id = tenant(tenant);
        return message -> message.tenant().equals(id);
    }

    @Test
    void keepsNothingOfAMillionLanesThatWereUsedOnce() {
        for (int i = 0; i < 1_000_000; i++) {
            driver.submit(message(device(i), i));
            driver.endOldest(1);
            driver.started.clear();
        }

        assertThat(driver.queue().load().lanes()).isZero();
        assertThat(driver.queue().load().running()).isZero();
        assertThat(driver.queue().ledger().lines()).hasSize(1);
    }
}
