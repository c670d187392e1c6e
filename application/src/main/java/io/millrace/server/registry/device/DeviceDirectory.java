// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import com.github.benmanes.caffeine.cache.Interner;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.TransportOptions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads from the database what a transport needs to know of connected devices. Calls block. */
@Component
public final class DeviceDirectory {

    /** The columns of which {@link #device} makes a device; of the tables {@code device d} and {@code device_profile p}. */
    static final String COLUMNS =
            """
            d.tenant_id, d.id, d.name, d.customer_id, d.device_profile_id, p.name as profile_name,
            p.default_rule_chain_id, p.default_queue_name,
            coalesce(d.additional_info -> 'gateway' = 'true', false) as is_gateway,
            coalesce(d.additional_info -> 'overwriteActivityTime' = 'true', false) as overwrites_activity_time,
            p.transport_type = 'MQTT' as is_mqtt,
            coalesce(p.profile_data #> '{transportConfiguration,sendAckOnValidationException}' = 'true', false)
              as acknowledges_invalid,
            case when jsonb_typeof(p.profile_data #> '{transportConfiguration,maxConnections}') = 'number'
                 then (p.profile_data #>> '{transportConfiguration,maxConnections}')::integer else 1 end
              as max_connections
            """;

    private static final String SELECT =
            "select "
                    + COLUMNS
                    + """
                      from device d
                      join device_profile p on p.id = d.device_profile_id
                     where d.id = any(:devices)
                    """;

    /** What many connected devices have in common is kept in memory once. */
    private static final Interner<Object> SHARED = Interner.newWeakInterner();

    private final JdbcClient jdbc;

    DeviceDirectory(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Those of the devices that exist. */
    public List<AuthenticatedDevice> find(Collection<DeviceId> devices) {
        return jdbc.sql(SELECT)
                .param("devices", ids(devices))
                .query((row, _) -> device(row))
                .list();
    }

    /** Those of the devices that have the profile. */
    public List<AuthenticatedDevice> findWithProfile(
            DeviceProfileId profile, Collection<DeviceId> devices) {
        return jdbc.sql(SELECT + " and p.id = :profile")
                .param("devices", ids(devices))
                .param("profile", profile.id())
                .query((row, _) -> device(row))
                .list();
    }

    /** The device of a tenant with exactly this name. */
    public Optional<AuthenticatedDevice> find(TenantId tenant, String name) {
        return findNamed(tenant, List.of(name)).stream().findFirst();
    }

    /** The devices of a tenant that have exactly one of these names. */
    public List<AuthenticatedDevice> findNamed(TenantId tenant, Collection<String> names) {
        return jdbc.sql(
                        "select "
                                + COLUMNS
                                + """
                                  from device d
                                  join device_profile p on p.id = d.device_profile_id
                                 where d.tenant_id = :tenant and d.name = any(:names)
                                """)
                .param("tenant", tenant.id())
                .param("names", names.toArray(String[]::new))
                .query((row, _) -> device(row))
                .list();
    }

    private static UUID[] ids(Collection<DeviceId> devices) {
        return devices.stream().map(DeviceId::id).toArray(UUID[]::new);
    }

    /** Returns the device of a row with {@link #COLUMNS}. */
    static AuthenticatedDevice device(ResultSet row) throws SQLException {
        UUID customer = row.getObject("customer_id", UUID.class);
        UUID chain = row.getObject("default_rule_chain_id", UUID.class);
        String queue = row.getString("default_queue_name");
        return new AuthenticatedDevice(
                shared(new TenantId(row.getObject("tenant_id", UUID.class))),
                new DeviceId(row.getObject("id", UUID.class)),
                row.getString("name"),
                shared(row.getString("profile_name")),
                customer == null ? null : shared(new CustomerId(customer)),
                shared(new DeviceProfileId(row.getObject("device_profile_id", UUID.class))),
                chain == null ? null : shared(new RuleChainId(chain)),
                queue == null ? null : shared(queue),
                shared(options(row)));
    }

    @SuppressWarnings("unchecked") // it is equal to the part, so of its type
    private static <T> T shared(T part) {
        return (T) SHARED.intern(part);
    }

    private static TransportOptions options(ResultSet row) throws SQLException {
        return new TransportOptions(
                row.getBoolean("is_gateway"),
                row.getBoolean("overwrites_activity_time"),
                row.getInt("max_connections"),
                row.getBoolean("is_mqtt"),
                row.getBoolean("acknowledges_invalid"));
    }
}
