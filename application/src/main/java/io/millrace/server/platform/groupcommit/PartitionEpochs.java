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
import java.util.Set;
import java.util.stream.Stream;

/**
 * The fencing epochs of queue partitions: the number of times each partition was taken over. An instance that has lost
 * a partition, and does not know it yet, cannot write for it.
 *
 * <p>The first statement of a writer's transaction takes the shared advisory lock of its partitions, by which a takeover
 * finds the transaction and ends it. The epochs are read then, to leave out stale items, and {@linkplain #changed again}
 * as the last statement before the commit. A new owner raises the epoch under the exclusive lock. Unlike row locks,
 * advisory locks cause no writes.
 */
public final class PartitionEpochs {

    /** How long a new owner waits for transactions of the old owner, which may be paused in the middle of one. */
    private static final String PATIENCE = "set local lock_timeout = '2s'";

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /** The first of the two keys of each advisory lock; keeps them apart from other locks of this database. */
    private static final int LOCK_SPACE = 0x45706f63;

    private static final String CHANGED =
            """
            select wanted.n
              from unnest(?::text[], ?::int[], ?::bigint[]) with ordinality
                as wanted (topic, partition, epoch, n)
              left join partition_epoch now
                on now.topic = wanted.topic and now.partition = wanted.partition
             where now.epoch is distinct from wanted.epoch
            """;

    private PartitionEpochs() {}

    /** A transaction under an older lease did not end in time. */
    private static final class StillHeldException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        StillHeldException(Throwable cause) {
            super(cause);
        }
    }

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
        try (PreparedStatement lock =
                connection.prepareStatement(
                        "select pg_advisory_xact_lock_shared(%d, lock) from unnest(?::int[]) as lock"
                                        .formatted(LOCK_SPACE)
                                + ";"
                                + CHANGED)) {
            // Two statements, because the second must see what was committed while the first
            // waited.
            lock.setArray(1, connection.createArrayOf("int4", locks));
            setLeases(connection, lock, 2, held);
            lock.execute();
            lock.getMoreResults();
            return changed(lock.getResultSet(), held);
        }
    }

    /** Returns those of the leases whose partitions have another epoch now. The transaction holds their locks. */
    static Set<Lease> changed(Connection connection, Collection<Lease> leases) throws SQLException {
        List<Lease> held = new ArrayList<>(leases);
        try (PreparedStatement query = connection.prepareStatement(CHANGED)) {
            setLeases(connection, query, 1, held);
            return changed(query.executeQuery(), held);
        }
    }

    private static void setLeases(
            Connection connection, PreparedStatement query, int first, List<Lease> leases)
            throws SQLException {
        query.setArray(first, array(connection, "text", leases.stream().map(Lease::topic)));
        query.setArray(first + 1, array(connection, "int4", leases.stream().map(Lease::partition)));
        query.setArray(first + 2, array(connection, "int8", leases.stream().map(Lease::epoch)));
    }

    private static Set<Lease> changed(ResultSet rows, List<Lease> leases) throws SQLException {
        Set<Lease> changed = new HashSet<>();
        try (rows) {
            while (rows.next()) {
                changed.add(leases.get(rows.getInt(1) - 1));
            }
        }
        return changed;
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
            try {
                return transactions.patiently(
                        connection -> raiseUnlessHeld(connection, topic, partition, owner));
            } catch (StillHeldException _) {
                transactions.patiently(connection -> breakOff(connection, topic, partition));
            }
        }
    }

    /**
     * Fails if a transaction under an older lease does not end. An {@link SQLException} would be treated as a conflict,
     * and conflicts are retried without terminating the other transaction.
     */
    private static Lease raiseUnlessHeld(
            Connection connection, String topic, int partition, String owner) throws SQLException {
        try {
            return raise(connection, topic, partition, owner);
        } catch (SQLException e) {
            if (LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
                throw new StillHeldException(e);
            }
            throw e;
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
