// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deviceevent;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.platform.page.PageQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads the stored events of devices. Calls block. */
@Component
public final class DeviceEventReader {

    private static final String LAST_TIME = "lastTime";

    private static final PageQuery EVENTS =
            new PageQuery(
                    "select e.id, e.event, e.topic, e.cause, e.connection, e.first_time, e.last_time, e.count",
                    """
                     from device_event e
                     where (e.device_id = :device or e.device_id is null and e.tenant_id = :tenant)
                       and e.tenant_id = :tenant
                       and (cast(:event as text) is null or e.event = :event)
                       and (cast(:start as bigint) is null or e.last_time >= :start)
                       and (cast(:end as bigint) is null or e.first_time <= :end)
                    """,
                    Map.of(LAST_TIME, "e.last_time"),
                    "e.id");

    private final JdbcClient jdbc;

    DeviceEventReader(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * An event of a device, or equal ones within ten seconds.
     *
     * @param createdTime of the first one, in milliseconds since the epoch
     * @param lastTime of the last one, in milliseconds since the epoch
     * @param topic topic or path that the device used, or null
     * @param cause what happened and why, for people
     * @param connection description of the connection; null for {@code EVENTS_DROPPED}
     * @param count how often it happened
     */
    public record DeviceEvent(
            UUID id,
            long createdTime,
            long lastTime,
            DeviceEventType event,
            @Nullable String topic,
            @Nullable String cause,
            @Nullable String connection,
            int count) {}

    /**
     * Which events are read.
     *
     * @param event null: all
     * @param startTime milliseconds since the epoch; null: no limit
     * @param endTime milliseconds since the epoch; null: no limit
     */
    public record Filter(
            @Nullable DeviceEventType event, @Nullable Long startTime, @Nullable Long endTime) {}

    /**
     * A page of the events of a device, newest first, among rows that count events of its tenant which were not stored.
     *
     * @param link its search and order are ignored
     */
    public PageData<DeviceEvent> list(
            TenantId tenant, DeviceId device, Filter filter, PageLink link) {
        Map<String, @Nullable Object> params = new HashMap<>();
        params.put("tenant", tenant.id());
        params.put("device", device.id());
        params.put("event", filter.event() == null ? null : filter.event().name());
        params.put("start", filter.startTime());
        params.put("end", filter.endTime());
        PageLink newestFirst = new PageLink(link.pageSize(), link.page(), null, LAST_TIME, "DESC");
        return EVENTS.read(jdbc, newestFirst, params, (row, _) -> event(row));
    }

    private static DeviceEvent event(ResultSet row) throws SQLException {
        return new DeviceEvent(
                row.getObject("id", UUID.class),
                row.getLong("first_time"),
                row.getLong("last_time"),
                DeviceEventType.valueOf(row.getString("event")),
                row.getString("topic"),
                row.getString("cause"),
                row.getString("connection"),
                row.getInt("count"));
    }
}
