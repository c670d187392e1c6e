// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.inflight;

import io.millrace.message.delivery.Lease;
import io.millrace.server.platform.groupcommit.Batch;
import io.millrace.server.platform.groupcommit.BatchWriter;
import io.millrace.server.store.inflight.InFlightChange.Put;
import io.millrace.server.store.inflight.InFlightChange.Remove;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes batches of changes. Of several changes to one delivery only the last is written, so a delivery that is stored
 * and removed in one batch is never inserted.
 */
final class InFlightWriter implements BatchWriter<InFlightChange> {

    @Override
    public Runnable write(Connection connection, Batch<InFlightChange> batch) throws SQLException {
        Map<UUID, InFlightChange> last = new TreeMap<>();
        batch.items().forEach(change -> last.put(change.deliveryId(), change));
        List<Put> puts = new ArrayList<>();
        List<UUID> removes = new ArrayList<>();
        for (InFlightChange change : last.values()) {
            switch (change) {
                case Put put -> puts.add(put);
                case Remove(UUID id, _) -> removes.add(id);
            }
        }
        put(connection, puts);
        remove(connection, removes);
        return () -> {};
    }

    private static void put(Connection connection, List<Put> puts) throws SQLException {
        if (puts.isEmpty()) {
            return;
        }
        try (PreparedStatement upsert =
                connection.prepareStatement(
                        """
                        insert into in_flight (delivery_id, message, attempts, topic, partition)
                        select * from unnest(?::uuid[], ?::bytea[], ?::int[], ?::text[], ?::int[])
                        on conflict (delivery_id) do update set
                          message = excluded.message, attempts = excluded.attempts\
                        """)) {
            upsert.setArray(
                    1,
                    connection.createArrayOf("uuid", puts.stream().map(Put::deliveryId).toArray()));
            upsert.setArray(
                    2,
                    connection.createArrayOf(
                            "bytea", puts.stream().map(Put::message).toArray(byte[][]::new)));
            upsert.setArray(
                    3,
                    connection.createArrayOf("int4", puts.stream().map(Put::attempts).toArray()));
            upsert.setArray(4, connection.createArrayOf("text", ofLease(puts, Lease::topic)));
            upsert.setArray(5, connection.createArrayOf("int4", ofLease(puts, Lease::partition)));
            upsert.execute();
        }
    }

    private static void remove(Connection connection, List<UUID> removes) throws SQLException {
        if (removes.isEmpty()) {
            return;
        }
        try (PreparedStatement delete =
                connection.prepareStatement("delete from in_flight where delivery_id = any (?)")) {
            delete.setArray(1, connection.createArrayOf("uuid", removes.toArray()));
            delete.execute();
        }
    }

    private static @Nullable Object[] ofLease(List<Put> puts, Function<Lease, Object> part) {
        @Nullable Object[] parts = new Object[puts.size()];
        for (int i = 0; i < parts.length; i++) {
            Lease lease = puts.get(i).lease();
            parts[i] = lease == null ? null : part.apply(lease);
        }
        return parts;
    }
}
