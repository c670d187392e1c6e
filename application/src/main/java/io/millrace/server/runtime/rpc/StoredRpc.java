// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A row of the table {@code rpc}.
 *
 * @param ended whether no other status follows
 * @param attempt number of the latest attempt to send it; 0: none
 * @param timeouts number of time-outs so far
 * @param dueAt when to see to it, in milliseconds since the epoch: an attempt or its time is over then, or it is erased
 */
record StoredRpc(Rpc rpc, boolean ended, int attempt, int timeouts, long dueAt) {

    /** The columns of which {@link #read} makes a request. */
    static final String COLUMNS =
            """
            id, created_time, tenant_id, device_id, expiration_time, one_way, retries, method, params, status,
            response, additional_info, ended, attempt, timeouts, due_at
            """;

    UUID id() {
        return rpc.id().id();
    }

    static StoredRpc read(ResultSet row) throws SQLException {
        UUID id = row.getObject("id", UUID.class);
        TenantId tenant = new TenantId(row.getObject("tenant_id", UUID.class));
        DeviceId device = new DeviceId(row.getObject("device_id", UUID.class));
        long expiration = row.getLong("expiration_time");
        Rpc.Request request =
                new Rpc.Request(
                        id,
                        tenant,
                        device,
                        row.getBoolean("one_way"),
                        expiration,
                        new Rpc.Body(row.getString("method"), row.getString("params")),
                        true,
                        row.getInt("retries"));
        Rpc rpc =
                new Rpc(
                        new EntityId(EntityType.RPC, id),
                        row.getLong("created_time"),
                        tenant,
                        device,
                        expiration,
                        request,
                        json(row, "response"),
                        RpcStatus.valueOf(row.getString("status")),
                        json(row, "additional_info"));
        return new StoredRpc(
                rpc,
                row.getBoolean("ended"),
                row.getInt("attempt"),
                row.getInt("timeouts"),
                row.getLong("due_at"));
    }

    private static @Nullable JsonNode json(ResultSet row, String column) throws SQLException {
        String text = row.getString(column);
        return text == null ? null : JsonMapper.shared().readTree(text);
    }
}
