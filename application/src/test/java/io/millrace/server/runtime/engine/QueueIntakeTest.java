// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.EntryPoint;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.MessageSubmitter;
import io.millrace.message.id.AssetId;
import io.millrace.message.id.AssetProfileId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.queue.Ledger;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import io.millrace.queue.Unfinished;
import io.millrace.rule.alarmrule.AlarmRules;
import io.millrace.rule.store.AssetProfiles;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.rule.store.memory.InMemoryAssetProfiles;
import io.millrace.rule.store.memory.InMemoryDeviceProfiles;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QueueIntakeTest {

    private static final MessageSubmitter WANTED =
            new MessageSubmitter() {
                @Override
                public boolean isWanted() {
                    return true;
                }

                @Override
                public @Nullable Lease lease() {
                    return null;
                }
            };

    /** Keeps what it is given, or has no room at all. */
    private static final class RecordingQueue implements MessageQueue {

        private final List<RuleMessage> submitted = new ArrayList<>();
        private final List<Receipt> receipts = new ArrayList<>();
        private Admission admission = Admission.ACCEPTED;
        private boolean keepsReceipts;

        @Override
        public Admission submit(RuleMessage message, Source source, Receipt receipt) {
            submitted.add(message);
            if (keepsReceipts) {
                receipts.add(receipt);
            } else if (admission == Admission.ACCEPTED) {
                receipt.safe();
            }
            return admission;
        }

        @Override
        public void drop(RuleMessage message, Source source) {
            throw new AssertionError("expected the intake only to submit");
        }

        @Override
        public Ledger ledger() {
            throw new AssertionError("expected the intake only to submit");
        }

        @Override
        public List<Unfinished> find(UUID message) {
            throw new AssertionError("expected the intake only to submit");
        }
    }

    private final TenantId tenant = new TenantId(TimeOrderedUuid.next());
    private final DeviceId device = new DeviceId(TimeOrderedUuid.next());
    private final AssetId asset = new AssetId(TimeOrderedUuid.next());
    private final RuleChainId chain = new RuleChainId(TimeOrderedUuid.next());
    private final RecordingQueue queue = new RecordingQueue();
    private final InMemoryDeviceProfiles devices = new InMemoryDeviceProfiles();
    private final InMemoryAssetProfiles assets = new InMemoryAssetProfiles();
    private final QueueIntake intake = new QueueIntake(queue, devices, assets);

    private RuleMessage submitted(RuleMessage message) {
        intake.submit(message).toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
        return queue.submitted.getLast();
    }

    private RuleMessage message(EntityId originator) {
        return RuleMessage.of(
                tenant,
                originator,
                "TEST",
                Metadata.EMPTY,
                Payload.ofText("{}"),
                1_763_640_000_000L);
    }

    private void give(@Nullable RuleChainId defaultChain, @Nullable String defaultQueue) {
        devices.put(
                tenant,
                device,
                new DeviceProfiles.Profile(
                        new DeviceProfileId(TimeOrderedUuid.next()),
                        "pump",
                        defaultChain,
                        defaultQueue,
                        AlarmRules.NONE));
        assets.put(
                tenant,
                asset,
                new AssetProfiles.Profile(
                        new AssetProfileId(TimeOrderedUuid.next()),
                        "hall",
                        defaultChain,
                        defaultQueue));
    }

    @Test
    void aMessageGoesTheWayThatTheProfileOfItsDeviceOrAssetSays() {
        give(chain, "HighPriority");

        for (EntityId originator : List.of(device.entity(), asset.entity())) {
            RuleMessage routed = submitted(message(originator));

            assertThat(routed.queue()).isEqualTo("HighPriority");
            assertThat(routed.entry()).isEqualTo(EntryPoint.firstNodeOf(chain));
        }
    }

    @Test
    void aProfileThatNamesNothingLeavesTheMessageAsItIs() {
        give(null, null);

        for (EntityId originator : List.of(device.entity(), asset.entity())) {
            RuleMessage routed = submitted(message(originator));

            assertThat(routed.queue()).isNull();
            assertThat(routed.entry()).isNull();
        }
    }

    @Test
    void whatTheMessageNamesItselfCountsMore() {
        give(chain, "HighPriority");
        RuleChainId other = new RuleChainId(TimeOrderedUuid.next());

        for (EntityId originator : List.of(device.entity(), asset.entity())) {
            RuleMessage queued = submitted(message(originator).withQueue("Main"));
            assertThat(queued.queue()).isEqualTo("Main");
            assertThat(queued.entry()).isEqualTo(EntryPoint.firstNodeOf(chain));

            RuleMessage entered =
                    submitted(message(originator).withEntry(EntryPoint.firstNodeOf(other)));
            assertThat(entered.queue()).isEqualTo("HighPriority");
            assertThat(entered.entry()).isEqualTo(EntryPoint.firstNodeOf(other));
        }
    }

    @Test
    void anOriginatorWithoutAProfileLeavesItsMessageUnchanged() {
        EntityId unknown = new AssetId(TimeOrderedUuid.next()).entity();
        EntityId customer = new CustomerId(TimeOrderedUuid.next()).entity();

        for (EntityId originator : List.of(unknown, customer, tenant.entity())) {
            RuleMessage message = message(originator);

            assertThat(submitted(message)).isSameAs(message);
        }
    }

    @Test
    void failsWhereThereIsNoRoom() {
        queue.admission = MessageQueue.Admission.FULL;

        assertThat(intake.submit(message(asset.entity())).toCompletableFuture())
                .failsWithin(10, TimeUnit.SECONDS)
                .withThrowableThat()
                .withMessageContaining("no room");
    }

    @Test
    void aMessageThatMayWaitIsAcceptedBeforeItIsSafe() {
        queue.keepsReceipts = true;
        AtomicInteger safe = new AtomicInteger();

        CompletionStage<Void> accepted =
                intake.submit(message(asset.entity()), WANTED, safe::incrementAndGet);

        assertThat(accepted).isCompleted();
        assertThat(safe).hasValue(0);
        queue.receipts.getFirst().safe();
        assertThat(safe).hasValue(1);
    }

    /** The queue stores such a message at once where it has to wait; connects of devices are not to cause rows. */
    @Test
    void theReceiptSaysWhetherANodeWaitsForIt() {
        queue.keepsReceipts = true;

        var _ = intake.submit(message(asset.entity()));
        var _ = intake.submit(message(asset.entity()), WANTED);
        var _ = intake.submit(message(asset.entity()), WANTED, () -> {});

        assertThat(queue.receipts)
                .extracting(Receipt::isAwaited)
                .containsExactly(false, true, false);
    }

    @Test
    void aMessageOfANodeIsSubmittedWhenItIsSafe() {
        queue.keepsReceipts = true;

        CompletionStage<Void> submitted = intake.submit(message(asset.entity()), WANTED);

        assertThat(submitted.toCompletableFuture()).isNotDone();
        queue.receipts.getFirst().safe();
        assertThat(submitted).isCompleted();
    }

    @Test
    void aMessageThatMayWaitIsRefusedIfItsQueueHasNoLineForIt() {
        queue.admission = MessageQueue.Admission.FULL;

        assertThat(intake.submit(message(asset.entity()), WANTED, () -> {}))
                .failsWithin(10, TimeUnit.SECONDS)
                .withThrowableThat()
                .withMessageContaining("no room");
    }

    @Test
    void aProfileThatCannotBeReadIsARefusal() {
        QueueIntake unread =
                new QueueIntake(
                        queue,
                        (_, _) ->
                                CompletableFuture.failedStage(
                                        new IllegalStateException("the profile cannot be read")),
                        assets);

        assertThat(unread.submit(message(device.entity()), WANTED, () -> {}))
                .failsWithin(10, TimeUnit.SECONDS)
                .withThrowableThat()
                .withMessageContaining("the profile cannot be read");
        assertThat(queue.submitted).isEmpty();
    }
}
