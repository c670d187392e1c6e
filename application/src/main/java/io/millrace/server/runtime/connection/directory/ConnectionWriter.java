// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.directory;

import io.millrace.server.platform.groupcommit.Batch;
import io.millrace.server.platform.groupcommit.BatchWriter;
import io.millrace.server.runtime.connection.directory.ConnectionChange.Forget;
import io.millrace.server.runtime.connection.directory.ConnectionChange.Put;
import io.millrace.server.runtime.connection.directory.ConnectionChange.Remove;
import io.millrace.transport.device.LastWill;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes batches of changes. Of several changes to one connection the last one is written: a request that ends within its
 * batch costs a deletion that finds no row.
 */
final class ConnectionWriter implements BatchWriter<ConnectionChange> {

    private static final String PUT =
            """
            insert into device_connection
                (id, tenant_id, device_id, instance_id, run, transport, description,
                 is_session, receives_attributes, receives_rpc, connected_at,
                 will_kind, will_payload, will_delay_seconds)
            select id, tenant, device, instance, ?::uuid, transport, description, session, attributes, rpc, since,
                   will_kind, will_payload, will_delay
              from unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::text[],
                          ?::boolean[], ?::boolean[], ?::boolean[], ?::bigint[],
                          ?::text[], ?::bytea[], ?::bigint[])
                as u (id, tenant, device, instance, transport, description, session, attributes, rpc, since,
                      will_kind, will_payload, will_delay)
            on conflict (id) do update
               set is_session = excluded.is_session, receives_attributes = excluded.receives_attributes,
                   receives_rpc = excluded.receives_rpc, will_due_at = null
            returning case when old.id is null or old.will_due_at is not null then new.id end\
            """;

    private static final String REMOVE = "delete from device_connection where id = any (?::uuid[])";

    private static final String FORGET =
            "delete from device_connection where device_id = any (?::uuid[])";

    private final UUID run;

    /** @param run this process */
    ConnectionWriter(UUID run) {
        this.run = run;
    }

    @Override
    public Runnable write(Connection connection, Batch<ConnectionChange> batch)
            throws SQLException {
        // In the order of the ids, so that instances seldom wait for each other.
        Map<UUID, Put> puts = new TreeMap<>();
        Set<UUID> removed = new HashSet<>();
        Set<UUID> forgotten = new HashSet<>();
        for (ConnectionChange change : batch.items()) {
            switch (change) {
                case Put put -> {
                    removed.remove(put.connection().id());
                    puts.put(put.connection().id(), put);
                }
                case Remove(UUID id) -> {
                    puts.remove(id);
                    removed.add(id);
                }
                case Forget forget -> forgotten.add(forget.device().id());
            }
        }
        put(connection, List.copyOf(puts.values()));
        delete(connection, REMOVE, removed);
        delete(connection, FORGET, forgotten);
        return () -> {};
    }

    private void put(Connection connection, List<Put> puts) throws SQLException {
        if (puts.isEmpty()) {
            return;
        }
        try (PreparedStatement insert = connection.prepareStatement(PUT)) {
            insert.setObject(1, run);
            set(insert, 2, "uuid", puts, put -> put.connection().id());
            set(insert, 3, "uuid", puts, put -> put.connection().tenant().id());
            set(insert, 4, "uuid", puts, put -> put.connection().device().id());
            set(insert, 5, "text", puts, put -> put.connection().instance());
            set(insert, 6, "text", puts, Put::transport);
            set(insert, 7, "text", puts, Put::description);
            set(insert, 8, "bool", puts, put -> put.connection().isSession());
            set(insert, 9, "bool", puts, put -> put.connection().receivesAttributes());
            set(insert, 10, "bool", puts, put -> put.connection().receivesRpc());
            set(insert, 11, "int8", puts, put -> put.connection().connectedAt());
            setWills(insert, puts);
            Set<UUID> added = ids(insert);
            puts.forEach(put -> put.added().is = added.contains(put.connection().id()));
        }
    }

    private static void setWills(PreparedStatement insert, List<Put> puts) throws SQLException {
        Connection connection = insert.getConnection();
        int count = puts.size();
        @Nullable String[] kinds = new @Nullable String[count];
        byte[][] payloads = new byte[count][];
        @Nullable Long[] delays = new @Nullable Long[count];
        for (int i = 0; i < count; i++) {
            LastWill will = puts.get(i).will();
            if (will != null) {
                kinds[i] = will.kind().name();
                payloads[i] = will.payload();
                delays[i] = will.delay().toSeconds();
            }
        }
        insert.setArray(12, connection.createArrayOf("text", kinds));
        insert.setArray(13, connection.createArrayOf("bytea", payloads));
        insert.setArray(14, connection.createArrayOf("int8", delays));
    }

    private static void set(
            PreparedStatement statement,
            int index,
            String type,
            List<Put> puts,
            Function<Put, Object> value)
            throws SQLException {
        statement.setArray(
                index,
                statement.getConnection().createArrayOf(type, puts.stream().map(value).toArray()));
    }

    private static Set<UUID> ids(PreparedStatement statement) throws SQLException {
        Set<UUID> ids = new HashSet<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                UUID id = rows.getObject(1, UUID.class);
                if (id != null) {
                    ids.add(id);
                }
            }
        }
        return ids;
    }

    private static void delete(Connection connection, String sql, Collection<UUID> ids)
            throws SQLException {
        if (ids.isEmpty()) {
            return;
        }
        List<UUID> sorted = new ArrayList<>(ids);
        sorted.sort(null);
        try (PreparedStatement delete = connection.prepareStatement(sql)) {
            delete.setArray(1, connection.createArrayOf("uuid", sorted.toArray()));
            delete.executeUpdate();
        }
    }
}
