// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Hop;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.queue.DeliveryEnd;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.GroupCommitter;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.settings.HistorySettings;
import io.millrace.server.store.history.HistoryListener.Cause;
import io.millrace.server.store.history.TenantShare.Place;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes messages that are to be kept, and writes them in the background. It is part of no promise: a message for which
 * there is no room is counted and not kept, and an outage of the database holds nothing up. Thread-safe.
 */
public final class HistoryStorage implements AutoCloseable {

    /** The most of the waiting bytes that one tenant may have: this part. */
    private static final int TENANTS_PART = 4;

    private static final int BATCH_ITEMS = 500;
    private static final long BATCH_BYTES = 4L << 20;

    private final HistorySettings settings;
    private final HistoryListener listener;
    private final Clock clock;
    private final long started;
    private final long mostBytes;
    private final GroupCommitter<HistoryItem> committer;
    private final ConcurrentHashMap<TenantId, TenantShare> shares = new ConcurrentHashMap<>();

    /**
     * Starts the storage. It uses one connection.
     *
     * @param instance name of this instance
     */
    public HistoryStorage(
            Transactions transactions,
            HistoryPartitions partitions,
            HistorySettings settings,
            String instance,
            HistoryListener listener,
            Clock clock) {
        this.settings = settings;
        this.listener = listener;
        this.clock = clock;
        this.started = clock.millis();
        this.mostBytes = settings.queueBytes(Runtime.getRuntime().maxMemory());
        this.committer =
                new GroupCommitter<>(
                        "message-history",
                        transactions,
                        new HistoryWriter(partitions, instance),
                        new CommitLimits(BATCH_ITEMS, BATCH_BYTES, mostBytes));
    }

    /** True if messages are kept at all. */
    public boolean isOn() {
        return settings.perHour() > 0;
    }

    /** Keeps a message if there is room; otherwise counts it. Returns at once. */
    public void keep(DeliveryEnd end, Set<KeptReason> reasons) {
        TenantId tenant = end.message().tenant();
        TenantShare share = shareOf(tenant);
        Place place = share.takePlace(clock.millis());
        if (place != Place.FREE) {
            notKept(share, Cause.LIMIT);
            if (place == Place.JUST_FULL) {
                tellOfLimit(end);
            }
            return;
        }
        HistoryItem.Message item =
                new HistoryItem.Message(TimeOrderedUuid.at(end.endedAt()), end, reasons);
        submit(item, KeptRows.bytesOf(end), share);
    }

    private void tellOfLimit(DeliveryEnd end) {
        RuleChainId chain = chainOf(end);
        if (chain == null) {
            return;
        }
        String text =
                "The limit of %d kept messages per hour is reached on this instance (MILLRACE_HISTORY_PER_HOUR); further failed, slow and watched messages of the hour are counted and not kept"
                        .formatted(settings.perHour());
        RuleMessage message = end.message();
        submit(
                new HistoryItem.LimitReached(
                        TimeOrderedUuid.at(end.endedAt()), message.tenant(), chain, text),
                text.length(),
                shareOf(message.tenant()));
    }

    private static @Nullable RuleChainId chainOf(DeliveryEnd end) {
        if (end.failure() != null && end.failure().chain() != null) {
            return end.failure().chain();
        }
        List<Hop> ends = end.path().branchEnds();
        return ends.isEmpty() ? null : ends.getFirst().chain();
    }

    private void submit(HistoryItem item, long bytes, TenantShare share) {
        if (!share.takeRoom(bytes)) {
            refused(item, share, Cause.QUEUE_FULL);
            return;
        }
        if (committer.bytesUnderWay() + bytes > mostBytes) {
            share.giveRoomBack(bytes);
            refused(item, share, Cause.QUEUE_FULL);
            return;
        }
        try {
            var _ =
                    committer
                            .submit(item, bytes)
                            .whenComplete((_, error) -> {
                                share.giveRoomBack(bytes);
                                written(item, share, error);
                            });
        } catch (IllegalStateException _) {
            share.giveRoomBack(bytes);
            refused(item, share, Cause.STOPPING);
        }
    }

    private void written(HistoryItem item, TenantShare share, @Nullable Throwable error) {
        if (error != null) {
            refused(item, share, Cause.REFUSED);
        } else if (item instanceof HistoryItem.Message(_, _, Set<KeptReason> reasons)) {
            reasons.forEach(listener::kept);
        }
    }

    private void refused(HistoryItem item, TenantShare share, Cause cause) {
        if (item instanceof HistoryItem.Message) {
            notKept(share, cause);
        }
    }

    private void notKept(TenantShare share, Cause cause) {
        share.countNotKept();
        listener.notKept(cause);
    }

    private TenantShare shareOf(TenantId tenant) {
        TenantShare known = shares.get(tenant);
        return known != null
                ? known
                : shares.computeIfAbsent(
                        tenant, _ -> new TenantShare(settings.perHour(), mostBytes / TENANTS_PART));
    }

    /** Returns how many messages of a tenant this instance did not keep, because a limit was reached. */
    public NotKept notKept(TenantId tenant) {
        TenantShare share = shares.get(tenant);
        return new NotKept(share == null ? 0 : share.notKept(), started);
    }

    /** Forgets the counts of a deleted tenant. */
    public void forget(TenantId tenant) {
        shares.remove(tenant);
    }

    /** Bytes of messages that wait to be written. */
    public long bytesQueued() {
        return committer.bytesUnderWay();
    }

    /** Writes the waiting messages and stops; gives up if the database is unavailable. */
    @Override
    public void close() {
        committer.close();
    }
}
