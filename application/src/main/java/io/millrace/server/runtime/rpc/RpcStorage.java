// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.GroupCommitter;
import io.millrace.server.platform.groupcommit.Transactions;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;

/**
 * Changes persistent requests, many in one transaction. Stages complete on the writer thread, so dependent stages must not
 * block.
 */
final class RpcStorage implements AutoCloseable {

    private static final int BYTES_PER_CHANGE = 200;

    private final GroupCommitter<RpcChange> committer;
    private volatile LongConsumer listener = _ -> {};

    /** Starts the storage. It uses one connection. */
    RpcStorage(Transactions transactions, CommitLimits limits, int perDevice) {
        this.committer =
                new GroupCommitter<>(
                        "rpc", transactions, new RpcWriter(perDevice), _ -> null, limits);
    }

    /** Makes a change; completes with its outcome when it is on disk. */
    CompletionStage<RpcChange.Outcome> change(RpcChange change) {
        return committer
                .submit(change, BYTES_PER_CHANGE + length(change))
                .thenApply(_ -> {
                    StoredRpc changed = change.outcome().changed;
                    if (changed != null) {
                        listener.accept(changed.dueAt());
                    }
                    return change.outcome();
                });
    }

    /** Passes the due time of each request that is changed from now on, on the writer thread, to this listener alone. */
    void listen(LongConsumer toDueTimes) {
        listener = toDueTimes;
    }

    private static int length(RpcChange change) {
        return switch (change) {
            case RpcChange.Add add -> {
                String info = add.additionalInfo();
                yield add.request().params().length() + (info == null ? 0 : info.length());
            }
            case RpcChange.End end -> {
                String response = end.response();
                yield response == null ? 0 : response.length();
            }
            default -> 0;
        };
    }

    @Override
    public void close() {
        committer.close();
    }
}
