// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import io.millrace.message.delivery.Lease;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The fencing epochs of queue partitions: the number of times each partition was taken over. An instance that has lost
 * a partition, and does not know it yet, cannot write for it.
 *
 * <p>A writer takes the shared advisory lock of its partitions, checks the epochs, and holds the lock until it commits.
 * A new owner raises the epoch under the exclusive lock. Unlike row locks, advisory locks cause no writes.
 */
public final class PartitionEpochs {

    /** How long a new owner waits for transactions of the old owner, which may be paused in the middle of one. */
    private static final String PATIENCE = "set local lock_timeout = '2s'";

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /** The first of the two keys of each advisory lock; keeps them apart from other locks of this database. */
    private static final int LOCK_SPACE = 0x45706f63;

    private PartitionEpochs() {}

    private static int lockOf(String topic, int partition) {
        return 31 * topic.hashCode() + partition;
    }

    /**
     * Prevents leases from ending before the transaction does.
     *
     * @return the leases that have already ended
     */
    static Set<Lease> hold(Connection connection, Collection<Lease> leases) throws SQLException {
        List<Lease> held = new ArrayList<>(leases);
        Integer[] locks =
                held.stream()
                        .map(lease -> lockOf(lease.topic(), lease.partition()))
                        .distinct()
                        .sorted()
                        .toArray(Integer[]::new);
        Set<Lease> over = new HashSet<>();
        // Two statements, because the second must see what was committed while the first waited.
        try (PreparedStatement query =
                connection.prepareStatement(
                        """
                        select pg_advisory_xact_lock_shared(%d, lock) from unnest(?::int[]) as lock;
                        select wanted.n
                          from unnest(?::text[], ?::int[], ?::bigint[]) with ordinality
                            as wanted (topic, partition, epoch, n)
                          left join partition_epoch now
                            on now.topic = wanted.topic and now.partition = wanted.partition
                         where now.epoch is distinct from wanted.epoch
                        """
                                .formatted(LOCK_SPACE))) {
            query.setArray(1, connection.createArrayOf("int4", locks));
            query.setArray(2, array(connection, "text", held.stream().map(Lease::topic)));
            query.setArray(3, array(connection, "int4", held.stream().map(Lease::partition)));
            query.setArray(4, array(connection, "int8", held.stream().map(Lease::epoch)));
            query.execute();
            query.getMoreResults();
            try (ResultSet rows = query.getResultSet()) {
                while (rows.next()) {
                    over.add(held.get(rows.getInt(1) - 1));
                }
            }
        }
        return over;
    }

    /** Returns those of the leases that have ended. */
    public static Set<Lease> over(Transactions transactions, Collection<Lease> leases)
            throws SQLException, InterruptedException {
        return leases.isEmpty()
                ? Set.of()
                : transactions.patiently(connection -> hold(connection, leases));
    }

    private static Array array(Connection connection, String type, Stream<?> values)
            throws SQLException {
        return connection.createArrayOf(type, values.toArray());
    }

    /**
     * Takes a partition over: raises its epoch once no transaction under an older epoch is running. The connection of a
     * transaction that does not end is terminated.
     */
    public static Lease raise(Transactions transactions, String topic, int partition, String owner)
            throws SQLException, InterruptedException {
        while (true) {
            Optional<Lease> lease =
                    transactions.patiently(
                            connection -> raiseUnlessHeld(connection, topic, partition, owner));
            if (lease.isPresent()) {
                return lease.get();
            }
            transactions.patiently(connection -> breakOff(connection, topic, partition));
        }
    }

    /**
     * Returns an empty result if a transaction under an older lease does not end. An exception would be treated as a
     * conflict, and conflicts are retried without terminating the other transaction.
     */
    private static Optional<Lease> raiseUnlessHeld(
            Connection connection, String topic, int partition, String owner) throws SQLException {
        try {
            return Optional.of(raise(connection, topic, partition, owner));
        } catch (SQLException e) {
            if (!LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
                throw e;
            }
            connection.rollback();
            return Optional.empty();
        }
    }

    private static Lease raise(Connection connection, String topic, int partition, String owner)
            throws SQLException {
        try (var patience = connection.createStatement()) {
            patience.execute(PATIENCE);
        }
        try (PreparedStatement lock =
                connection.prepareStatement("select pg_advisory_xact_lock(?, ?)")) {
            lock.setInt(1, LOCK_SPACE);
            lock.setInt(2, lockOf(topic, partition));
            lock.execute();
        }
        try (PreparedStatement raise =
                connection.prepareStatement(
                        """
                        insert into partition_epoch as old (topic, partition, epoch, owner)
                        values (?, ?, 1, ?)
                        on conflict (topic, partition) do update
                          set epoch = old.epoch + 1, owner = excluded.owner, taken_at = now()
                        returning epoch
                        """)) {
            raise.setString(1, topic);
            raise.setInt(2, partition);
            raise.setString(3, owner);
            try (ResultSet row = raise.executeQuery()) {
                row.next();
                return new Lease(topic, partition, row.getLong(1));
            }
        }
    }

    private static int breakOff(Connection connection, String topic, int partition)
            throws SQLException {
        try (PreparedStatement end =
                connection.prepareStatement(
                        """
                        select count(pg_terminate_backend(pid))
                          from pg_locks
                         where locktype = 'advisory' and granted and pid <> pg_backend_pid()
                           and database = (select oid from pg_database where datname = current_database())
                           and classid = ?::bigint::oid and objid = (?::bigint & 4294967295)::oid and objsubid = 2
                        """)) {
            end.setInt(1, LOCK_SPACE);
            end.setInt(2, lockOf(topic, partition));
            try (ResultSet row = end.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }
}
