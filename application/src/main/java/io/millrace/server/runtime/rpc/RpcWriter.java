// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.rule.store.DeviceRpc.Request;
import io.millrace.server.platform.groupcommit.Batch;
import io.millrace.server.platform.groupcommit.BatchWriter;
import io.millrace.server.runtime.rpc.RpcChange.Refusal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes batches of changes, in their order. Each statement names the states that it may change. */
final class RpcWriter implements BatchWriter<RpcChange> {

    private static final String RETURNING = " returning " + StoredRpc.COLUMNS;

    /**
     * Inserts a request if the device exists and is below its bound. The lock of the device keeps it from being deleted
     * meanwhile; the count stops at the bound, so that its cost is limited.
     */
    private static final String ADD =
            """
            insert into rpc (id, created_time, tenant_id, device_id, expiration_time, one_way, retries, method, params,
                additional_info, status, attempt, claimed, due_at)
            select ?, ?, d.tenant_id, d.id, ?, ?, ?, ?, ?, cast(? as jsonb), 'QUEUED', 1, true, ?
              from device d where d.id = ? and d.tenant_id = ?
               and (select count(*) from (select from rpc where device_id = ? and not ended limit ?) as open) < ?
               for key share of d
            on conflict (id) do nothing
            """
                    + RETURNING;

    /** Why a request was not inserted. The same request of a repeated delivery is stored already. */
    private static final String REFUSAL =
            """
            select case
                when not exists (select from device where id = ? and tenant_id = ?) then 'NO_DEVICE'
                when exists (select from rpc where id = ? and device_id = ?) then null
                when exists (select from rpc where id = ?) then 'SAME_ID'
                else 'TOO_MANY' end
            """;

    /** Erases the oldest ended requests of a device beyond the bound. */
    private static final String TRIM =
            """
            delete from rpc where id in (
                select id from rpc where device_id = ? and ended order by created_time desc offset ?)
            """;

    private static final String CLAIM =
            """
            update rpc set attempt = attempt + 1, claimed = true, due_at = ?
             where id = ? and status in ('QUEUED', 'TIMEOUT') and expiration_time > ? and (not claimed or due_at <= ?)
            """
                    + RETURNING;

    private static final String RELEASE =
            """
            update rpc set claimed = false, due_at = least(?, expiration_time)
             where id = ? and attempt = ? and status in ('QUEUED', 'TIMEOUT')
            """
                    + RETURNING;

    private static final String SENT =
            """
            update rpc set status = 'SENT', claimed = false, due_at = least(?, expiration_time)
             where id = ? and attempt = ? and status in ('QUEUED', 'TIMEOUT')
            """
                    + RETURNING;

    private static final String DELIVERED =
            """
            update rpc set status = 'DELIVERED', claimed = false, ended = one_way,
                due_at = case when one_way then ? else expiration_time end
             where id = ? and attempt = ? and status in ('QUEUED', 'TIMEOUT', 'SENT')
            """
                    + RETURNING;

    private static final String TIMED_OUT =
            """
            update rpc set timeouts = timeouts + 1, claimed = false, ended = timeouts >= retries,
                status = case when timeouts >= retries then 'FAILED' else 'TIMEOUT' end,
                response = case when timeouts >= retries then jsonb_build_object('error',
                    'The device has not acknowledged the request; it was sent ' || timeouts + 1 || ' times') end,
                due_at = case when timeouts >= retries then ? else ? end
             where id = ? and attempt = ? and (status = 'SENT' or status in ('QUEUED', 'TIMEOUT') and claimed)
            """
                    + RETURNING;

    private static final String END =
            """
            update rpc set status = ?, response = cast(? as jsonb), claimed = false, ended = true, due_at = ?
             where id = ? and not ended
            """
                    + RETURNING;

    private final int perDevice;

    /** @param perDevice most requests of a device that have not ended, and most that have */
    RpcWriter(int perDevice) {
        this.perDevice = perDevice;
    }

    @Override
    public Runnable write(Connection connection, Batch<RpcChange> batch) throws SQLException {
        for (RpcChange change : batch.items()) {
            change.outcome().changed =
                    switch (change) {
                        case RpcChange.Add add -> add(connection, add);
                        case RpcChange.Claim(UUID id, long now, long until, _) ->
                                run(connection, CLAIM, until, id, now, now);
                        case RpcChange.Release(UUID id, int attempt, long dueAt, _) ->
                                run(connection, RELEASE, dueAt, id, attempt);
                        case RpcChange.Sent(UUID id, int attempt, long dueAt, _) ->
                                run(connection, SENT, dueAt, id, attempt);
                        case RpcChange.Delivered(UUID id, int attempt, long eraseAt, _) ->
                                run(connection, DELIVERED, eraseAt, id, attempt);
                        case RpcChange.TimedOut(UUID id, int attempt, long now, long eraseAt, _) ->
                                run(connection, TIMED_OUT, eraseAt, now, id, attempt);
                        case RpcChange.End end ->
                                run(
                                        connection,
                                        END,
                                        end.status().name(),
                                        end.response(),
                                        end.eraseAt(),
                                        end.id());
                    };
        }
        return () -> {};
    }

    private @Nullable StoredRpc add(Connection connection, RpcChange.Add add) throws SQLException {
        Request request = add.request();
        UUID device = request.device().id();
        StoredRpc added =
                run(
                        connection,
                        ADD,
                        request.id(),
                        add.now(),
                        request.expiresAt(),
                        request.oneWay(),
                        add.retries(),
                        request.method(),
                        request.params(),
                        add.additionalInfo(),
                        add.claimedUntil(),
                        device,
                        request.tenant().id(),
                        device,
                        perDevice,
                        perDevice);
        add.outcome().refusal = added == null ? refusal(connection, request) : null;
        if (added != null) {
            trim(connection, device);
        }
        return added;
    }

    private static @Nullable Refusal refusal(Connection connection, Request request)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(REFUSAL)) {
            UUID device = request.device().id();
            set(select, device, request.tenant().id(), request.id(), device, request.id());
            try (ResultSet row = select.executeQuery()) {
                String refusal = row.next() ? row.getString(1) : null;
                return refusal == null ? null : Refusal.valueOf(refusal);
            }
        }
    }

    private void trim(Connection connection, UUID device) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(TRIM)) {
            set(delete, device, perDevice);
            delete.execute();
        }
    }

    /** Runs a statement that changes at most one row, and returns the row. */
    private static @Nullable StoredRpc run(
            Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            set(statement, values);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? StoredRpc.read(row) : null;
            }
        }
    }

    private static void set(PreparedStatement statement, @Nullable Object... values)
            throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }
}
