// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.directory;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.transport.device.DeviceConnection.Downlink;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/**
 * A connection of a device to an instance of the cluster.
 *
 * @param instance name of the instance
 * @param isSession false for a request that waits for data
 * @param connectedAt milliseconds since the epoch, by the clock of the instance
 */
public record ListedConnection(
        UUID id,
        TenantId tenant,
        DeviceId device,
        String instance,
        boolean isSession,
        boolean receivesAttributes,
        boolean receivesRpc,
        long connectedAt) {

    static final String COLUMNS =
            "c.id, c.tenant_id, c.device_id, c.instance_id, c.is_session, c.receives_attributes, c.receives_rpc, c.connected_at";

    /** Reads a row with {@link #COLUMNS}. */
    static ListedConnection of(ResultSet row) throws SQLException {
        return new ListedConnection(
                row.getObject("id", UUID.class),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new DeviceId(row.getObject("device_id", UUID.class)),
                row.getString("instance_id"),
                row.getBoolean("is_session"),
                row.getBoolean("receives_attributes"),
                row.getBoolean("receives_rpc"),
                row.getLong("connected_at"));
    }

    /** True if the device has asked for messages of this kind on the connection. */
    public boolean receives(Downlink downlink) {
        return switch (downlink) {
            case ATTRIBUTES -> receivesAttributes;
            case RPC -> receivesRpc;
        };
    }
}
