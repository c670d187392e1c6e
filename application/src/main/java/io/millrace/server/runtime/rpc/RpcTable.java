// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.platform.page.PageQuery;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads the table {@code rpc}, and deletes from it. Calls block. */
final class RpcTable {

    private static final PageQuery OF_DEVICE =
            new PageQuery(
                    "select " + StoredRpc.COLUMNS,
                    """
                    from rpc where tenant_id = :tenant and device_id = :device
                      and (cast(:status as text) is null or status = :status)
                    """,
                    Map.of(
                            "createdTime", "created_time",
                            "expirationTime", "expiration_time",
                            "status", "status"),
                    "id");

    private final JdbcClient jdbc;

    RpcTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Optional<Rpc> find(TenantId tenant, UUID id) {
        return jdbc.sql(
                        "select %s from rpc where id = :id and tenant_id = :tenant"
                                .formatted(StoredRpc.COLUMNS))
                .param("id", id)
                .param("tenant", tenant.id())
                .query((row, _) -> StoredRpc.read(row).rpc())
                .optional();
    }

    PageData<Rpc> ofDevice(
            TenantId tenant, DeviceId device, @Nullable RpcStatus status, PageLink link) {
        Map<String, @Nullable Object> params = new HashMap<>();
        params.put("tenant", tenant.id());
        params.put("device", device.id());
        params.put("status", status == null ? null : status.name());
        return OF_DEVICE.readInPieces(jdbc, link, params, (row, _) -> StoredRpc.read(row).rpc());
    }

    /** Deletes a request and returns it as it was. */
    Optional<Rpc> delete(TenantId tenant, UUID id) {
        return jdbc.sql(
                        "delete from rpc where id = :id and tenant_id = :tenant returning "
                                + StoredRpc.COLUMNS)
                .param("id", id)
                .param("tenant", tenant.id())
                .query((row, _) -> StoredRpc.read(row).rpc())
                .optional();
    }

    /** Returns the ids of requests that wait for a connection of these devices, in their order. */
    List<UUID> waiting(Collection<DeviceId> devices, int limit) {
        return jdbc.sql(
                        """
                        select id from rpc
                         where device_id = any(:devices) and status in ('QUEUED', 'TIMEOUT') and not claimed
                         order by created_time, id limit :limit
                        """)
                .param("devices", devices.stream().map(DeviceId::id).toArray(UUID[]::new))
                .param("limit", limit)
                .query((row, _) -> row.getObject("id", UUID.class))
                .list();
    }

    /** Returns the time at which the first request is due or erased, or {@link Long#MAX_VALUE} if there is none. */
    long nextDue() {
        return jdbc.sql("select coalesce(min(due_at), :never) from rpc")
                .param("never", Long.MAX_VALUE)
                .query(Long.class)
                .single();
    }

    /**
     * Claims requests that are due and returns them. Their due time is moved on, so that no other instance returns them
     * too; one that is not changed until then is due again.
     */
    List<StoredRpc> claimDue(long now, long until, int limit) {
        return jdbc.sql(
                        """
                        with due as (
                          select id from rpc where due_at <= :now and not ended
                           order by due_at limit :limit for update skip locked
                        )
                        update rpc set due_at = :until, claimed = false from due where rpc.id = due.id
                        returning rpc.%s
                        """
                                .formatted(StoredRpc.COLUMNS))
                .param("now", now)
                .param("until", until)
                .param("limit", limit)
                .query((row, _) -> StoredRpc.read(row))
                .list();
    }

    /** Erases ended requests whose time is over; returns their number. */
    int erase(long now, int limit) {
        return jdbc.sql(
                        """
                        delete from rpc where id in (
                            select id from rpc where due_at <= :now and ended limit :limit for update skip locked)
                        """)
                .param("now", now)
                .param("limit", limit)
                .update();
    }
}
