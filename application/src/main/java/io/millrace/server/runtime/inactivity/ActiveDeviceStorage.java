// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.inactivity;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.ActiveDevices;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.GroupCommitter;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.runtime.inactivity.ActiveDeviceChange.Outcome;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;

/**
 * Stores active devices in PostgreSQL. Changes are grouped into transactions. Their stages complete on the writer
 * thread, so dependent stages must not block.
 */
public final class ActiveDeviceStorage implements ActiveDevices, AutoCloseable {

    private static final int BYTES_PER_CHANGE = 200;

    private final GroupCommitter<ActiveDeviceChange> committer;
    private volatile LongConsumer listener = _ -> {};

    /** Starts the storage. It uses one connection. */
    public ActiveDeviceStorage(Transactions transactions, CommitLimits limits) {
        this.committer =
                new GroupCommitter<>(
                        "active-devices", transactions, new ActiveDeviceWriter(), limits);
    }

    @Override
    public CompletionStage<Boolean> put(TenantId tenant, DeviceId device, long dueAt) {
        Outcome added = new Outcome();
        return announced(
                dueAt, submit(new ActiveDeviceChange.Put(tenant, device, dueAt, added), added));
    }

    @Override
    public CompletionStage<Boolean> move(DeviceId device, long from, long to) {
        Outcome moved = new Outcome();
        return announced(to, submit(new ActiveDeviceChange.Move(device, from, to, moved), moved));
    }

    @Override
    public CompletionStage<Boolean> remove(DeviceId device, long dueAt) {
        Outcome removed = new Outcome();
        return submit(new ActiveDeviceChange.Remove(device, dueAt, removed), removed);
    }

    private CompletionStage<Boolean> announced(long dueAt, CompletionStage<Boolean> stored) {
        return stored.thenApply(is -> {
            listener.accept(dueAt);
            return is;
        });
    }

    private CompletionStage<Boolean> submit(ActiveDeviceChange change, Outcome outcome) {
        return committer.submit(change, BYTES_PER_CHANGE).thenApply(_ -> outcome.is);
    }

    /** Passes each due time that is stored from now on to this listener alone, on the writer thread. */
    void listen(LongConsumer toDueTimes) {
        listener = toDueTimes;
    }

    /**
     * Removes a device with any due time; ignores an inactive one.
     *
     * @return completes when the removal is on disk; fails like {@link #remove}
     */
    public CompletionStage<Void> forget(DeviceId device) {
        return committer.submit(new ActiveDeviceChange.Forget(device), BYTES_PER_CHANGE);
    }

    /** Writes all accepted changes and stops. */
    @Override
    public void close() {
        committer.close();
    }
}
