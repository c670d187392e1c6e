// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.directory;

import io.millrace.message.id.DeviceId;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.GroupCommitter;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.jdbc.GroupReads;
import io.millrace.server.runtime.connection.directory.ConnectionChange.Forget;
import io.millrace.server.runtime.connection.directory.ConnectionChange.Outcome;
import io.millrace.server.runtime.connection.directory.ConnectionChange.Put;
import io.millrace.server.runtime.connection.directory.ConnectionChange.Remove;
import io.millrace.transport.device.LastWill;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The connections of devices to all instances, in PostgreSQL. Changes are grouped into transactions, reads into queries.
 * Their stages complete on the threads of these, so dependent stages must not block. Thread-safe; no call blocks.
 */
public final class ConnectionDirectory implements AutoCloseable {

    /** Room for the changes of 20,000 connections while the database is away. */
    private static final CommitLimits LIMITS = new CommitLimits(4_000, 4L << 20, 16L << 20);

    private static final int BYTES_PER_CHANGE = 200;
    private static final int BYTES_PER_CHARACTER = 2;
    private static final int READS_AT_ONCE = 2;
    private static final int DEVICES_PER_READ = 256;

    private final String instance;
    private final GroupCommitter<ConnectionChange> committer;
    private final GroupReads<DeviceId, List<ListedConnection>> reads;

    /**
     * Starts the directory. It uses at most three connections.
     *
     * @param instance name of this instance
     * @param run this process
     */
    ConnectionDirectory(Transactions transactions, String instance, UUID run) {
        this.instance = instance;
        this.committer =
                new GroupCommitter<>(
                        "device-connections", transactions, new ConnectionWriter(run), LIMITS);
        this.reads =
                new GroupReads<>(
                        "device-connection-read",
                        READS_AT_ONCE,
                        DEVICES_PER_READ,
                        devices ->
                                transactions.once(
                                        connection -> ConnectionTable.of(connection, devices)));
    }

    /** Name of this instance. */
    public String instance() {
        return instance;
    }

    /**
     * Returns the connections of a device to all instances, oldest first. Some of them may have ended already, or belong
     * to an instance that has ended. The future fails if the database does not answer.
     */
    public CompletableFuture<List<ListedConnection>> find(DeviceId device) {
        return reads.get(device);
    }

    /**
     * Adds the row of a connection or updates it.
     *
     * @return completes with true if there was no row; fails if too many changes wait
     */
    CompletionStage<Boolean> put(
            ListedConnection connection, String description, @Nullable LastWill will) {
        Outcome added = new Outcome();
        String transport = description.split(" ", 2)[0];
        long bytes =
                BYTES_PER_CHANGE
                        + (long) BYTES_PER_CHARACTER * description.length()
                        + (will == null ? 0 : will.payload().length);
        return committer
                .submit(new Put(connection, transport, description, will, added), bytes)
                .thenApply(_ -> added.is);
    }

    CompletionStage<Void> remove(UUID connection) {
        return committer.submit(new Remove(connection), BYTES_PER_CHANGE);
    }

    CompletionStage<Void> forget(DeviceId device) {
        return committer.submit(new Forget(device), BYTES_PER_CHANGE);
    }

    /** Writes all accepted changes and stops. */
    @Override
    public void close() {
        committer.close();
        reads.close();
    }
}
