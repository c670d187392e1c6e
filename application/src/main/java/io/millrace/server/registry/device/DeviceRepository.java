// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.platform.page.PageQuery;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.entity.EntityLookup;
import io.millrace.server.web.entity.EntitySource;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code device}. */
@Component
public final class DeviceRepository implements EntityLookup<Device>, EntitySource {

    private static final String SELECT =
            """
            select d.id, d.created_time, d.tenant_id, d.customer_id, d.name, d.label, d.device_profile_id,
                   d.device_data, d.additional_info, d.version, p.name as profile_name,
                   c.title as customer_title, coalesce(c.is_public, false) as customer_is_public
            """;

    private static final String FROM =
            """
              from device d
              join device_profile p on p.id = d.device_profile_id
              left join customer c on c.id = d.customer_id
             where d.tenant_id = :tenant
            """;

    private static final String FILTERED =
            FROM
                    + """
                       and (d.name ilike :search or d.label ilike :search or p.name ilike :search)
                       and (cast(:type as text) is null or p.name = :type)
                       and (cast(:profile as uuid) is null or d.device_profile_id = :profile)
                       and (cast(:customer as uuid) is null or d.customer_id = :customer)
                    """;

    private static final Map<String, String> SORT_COLUMNS =
            Map.of(
                    "createdTime", "d.created_time",
                    "name", "d.name",
                    "type", "p.name",
                    "label", "d.label",
                    "deviceProfileName", "p.name",
                    "customerTitle", "c.title");

    private static final PageQuery LIST = new PageQuery(SELECT, FILTERED, SORT_COLUMNS, "d.id");

    private final JdbcClient jdbc;
    private final JsonColumn json;

    DeviceRepository(JdbcClient jdbc, JsonColumn json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    @Override
    public EntityType type() {
        return EntityType.DEVICE;
    }

    @Override
    public Optional<Device> find(TenantId tenant, UUID id) {
        return findListed(tenant, id).map(Listed::device);
    }

    @Override
    public Optional<Shown> show(TenantId tenant, UUID id) {
        return find(tenant, id)
                .map(device -> new Shown(device.name(), device.customerId(), device));
    }

    @Override
    public Optional<UUID> idOf(TenantId tenant, String name) {
        return findByName(tenant, name).map(device -> device.id().id());
    }

    Optional<Listed> findListed(TenantId tenant, UUID id) {
        return jdbc.sql(SELECT + FROM + " and d.id = :id")
                .param("tenant", tenant.id())
                .param("id", id)
                .query((row, _) -> listed(row))
                .optional();
    }

    Optional<Device> findByName(TenantId tenant, String name) {
        return jdbc.sql(SELECT + FROM + " and d.name = :name")
                .param("tenant", tenant.id())
                .param("name", name)
                .query((row, _) -> listed(row).device())
                .optional();
    }

    /** Some devices, oldest first: of a profile, or of the tenant where none is given. */
    public List<DeviceId> first(TenantId tenant, @Nullable DeviceProfileId profile, int limit) {
        return jdbc.sql(
                        """
                        select id from device
                         where tenant_id = :tenant
                           and (cast(:profile as uuid) is null or device_profile_id = :profile)
                         order by id limit :limit
                        """)
                .param("tenant", tenant.id())
                .param("profile", profile == null ? null : profile.id())
                .param("limit", limit)
                .query((row, _) -> new DeviceId(row.getObject("id", UUID.class)))
                .list();
    }

    PageData<Listed> list(TenantId tenant, DeviceFilter filter, PageLink link) {
        Map<String, @Nullable Object> params = new HashMap<>();
        params.put("tenant", tenant.id());
        params.put("search", link.likePattern());
        params.put("type", filter.type());
        params.put("profile", filter.profile());
        params.put("customer", filter.customer());
        return LIST.read(jdbc, link, params, (row, _) -> listed(row));
    }

    void add(
            TenantId tenant,
            DeviceId id,
            long createdTime,
            DeviceProfileId profile,
            DeviceContent content) {
        jdbc.sql(
                        """
                        insert into device (id, created_time, tenant_id, customer_id, device_profile_id, name, label,
                                            device_data, additional_info)
                        values (:id, :createdTime, :tenant, :customer, :profile, :name, :label,
                                cast(:data as jsonb), cast(:info as jsonb))
                        """)
                .param("id", id.id())
                .param("createdTime", createdTime)
                .param("tenant", tenant.id())
                .params(params(profile, content))
                .update();
    }

    /** Changes a device if its version is still the one that was loaded; false where it is not. */
    boolean update(Device stored, DeviceProfileId profile, DeviceContent content) {
        return jdbc.sql(
                                """
                                update device
                                   set customer_id = :customer, device_profile_id = :profile, name = :name,
                                       label = :label, device_data = cast(:data as jsonb),
                                       additional_info = cast(:info as jsonb), version = version + 1
                                 where tenant_id = :tenant and id = :id and version = :version
                                """)
                        .param("tenant", stored.tenantId().id())
                        .param("id", stored.id().id())
                        .param("version", stored.version())
                        .params(params(profile, content))
                        .update()
                == 1;
    }

    /** Assigns some devices of a customer to nobody, and answers them as they are then. */
    List<Device> unassignSome(TenantId tenant, CustomerId customer, int most) {
        List<UUID> ids =
                jdbc.sql(
                                """
                                update device set customer_id = null, version = version + 1
                                 where id in (select id from device
                                               where tenant_id = :tenant and customer_id = :customer
                                               order by id limit :most for update)
                                returning id
                                """)
                        .param("tenant", tenant.id())
                        .param("customer", customer.id())
                        .param("most", most)
                        .query((row, _) -> row.getObject("id", UUID.class))
                        .list();
        return findAll(tenant, ids);
    }

    private List<Device> findAll(TenantId tenant, List<UUID> ids) {
        return jdbc.sql(SELECT + FROM + " and d.id = any (:ids)")
                .param("tenant", tenant.id())
                .param("ids", ids.toArray(UUID[]::new))
                .query((row, _) -> listed(row).device())
                .list();
    }

    boolean delete(TenantId tenant, DeviceId id) {
        return jdbc.sql("delete from device where tenant_id = :tenant and id = :id")
                        .param("tenant", tenant.id())
                        .param("id", id.id())
                        .update()
                == 1;
    }

    private Map<String, @Nullable Object> params(DeviceProfileId profile, DeviceContent content) {
        Map<String, @Nullable Object> params = new HashMap<>();
        boolean assigned = !content.customer().equals(IdJson.NO_CUSTOMER);
        params.put("customer", assigned ? content.customer().id() : null);
        params.put("profile", profile.id());
        params.put("name", content.name());
        params.put("label", content.label());
        params.put("data", json.write(content.deviceData()));
        params.put("info", json.write(content.additionalInfo()));
        return params;
    }

    private Listed listed(ResultSet row) throws SQLException {
        UUID customer = row.getObject("customer_id", UUID.class);
        Device device =
                new Device(
                        new DeviceId(row.getObject("id", UUID.class)),
                        row.getLong("created_time"),
                        new TenantId(row.getObject("tenant_id", UUID.class)),
                        customer == null ? IdJson.NO_CUSTOMER : new CustomerId(customer),
                        row.getString("name"),
                        row.getString("profile_name"),
                        row.getString("label"),
                        new DeviceProfileId(row.getObject("device_profile_id", UUID.class)),
                        json.read(row, "device_data"),
                        null,
                        null,
                        null,
                        row.getLong("version"),
                        json.read(row, "additional_info"));
        return new Listed(
                device, row.getString("customer_title"), row.getBoolean("customer_is_public"));
    }

    /** A device with what the tables around it say. */
    record Listed(Device device, @Nullable String customerTitle, boolean customerIsPublic) {}

    /** Which devices are wanted; null stands for all. */
    record DeviceFilter(@Nullable String type, @Nullable UUID profile, @Nullable UUID customer) {

        /** An empty type stands for all, too. */
        DeviceFilter {
            type = type == null || type.isBlank() ? null : type;
        }
    }
}
