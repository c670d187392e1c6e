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
 * How often each partition of a queue was taken over, so that an instance that has lost one, and does not know it yet, can
 * write nothing for it. Writers hold a shared advisory lock on their partitions while they look and until they commit; who
 * takes a partition over raises its epoch under the exclusive one. Locks of this kind cost no writes, as locks on rows
 * would.
 */
public final class PartitionEpochs {

    /** How long a new owner waits for the transactions of the old one, which may have been paused in the middle. */
    private static final String PATIENCE = "set local lock_timeout = '2s'";

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /** First of the two numbers of the locks, so that they do not meet others of this database. */
    private static final int LOCK_SPACE = 0x45706f63;

    private PartitionEpochs() {}

    private static int lockOf(String topic, int partition) {
        return 31 * topic.hashCode() + partition;
    }

    /**
     * Keeps leases from ending before the transaction does.
     *
     * @return those that are over already
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
        // Two statements, for the second must see what was committed while the first waited.
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

    /** Which leases are over. */
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
     * Takes a partition over: raises its epoch when no transaction under an older one is under way any more. One that
     * does not end is broken off.
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
     * Empty if a transaction under an older lease does not end. That must not come out as an error: it would pass for a
     * conflict, which is only waited for.
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
