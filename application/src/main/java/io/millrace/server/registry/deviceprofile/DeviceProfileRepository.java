// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.queue.QueueKey;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.platform.page.PageQuery;
import io.millrace.server.registry.profile.ProfileTable;
import io.millrace.server.registry.queue.QueueUsers;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.api.NamedEntity;
import io.millrace.server.web.entity.EntityLookup;
import io.millrace.server.web.entity.EntitySource;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** The table {@code device_profile}. */
@Component
public final class DeviceProfileRepository
        implements EntityLookup<DeviceProfile>, QueueUsers, EntitySource {

    private static final String COLUMNS =
            """
            p.id, p.created_time, p.tenant_id, p.name, p.description, p.is_default,
            p.default_rule_chain_id, p.default_queue_name, p.profile_data, p.version
            """;

    private static final Map<String, String> SORT_COLUMNS =
            Map.of(
                    "createdTime", "p.created_time",
                    "name", "p.name",
                    "description", "p.description",
                    "isDefault", "p.is_default");

    private static final PageQuery LIST =
            new PageQuery(
                    "select " + COLUMNS,
                    "from device_profile p where p.tenant_id = :tenant and p.name ilike :search",
                    SORT_COLUMNS,
                    "p.id");

    private final JdbcClient jdbc;
    private final ProfileTable table;
    private final JsonColumn json;
    private final Clock clock;

    DeviceProfileRepository(JdbcClient jdbc, JsonColumn json, Clock clock) {
        this.jdbc = jdbc;
        this.table = ProfileTable.ofDevices(jdbc);
        this.json = json;
        this.clock = clock;
    }

    @Override
    public EntityType type() {
        return EntityType.DEVICE_PROFILE;
    }

    @Override
    public Optional<DeviceProfile> find(TenantId tenant, UUID id) {
        return jdbc.sql(
                        "select %s from device_profile p where p.tenant_id = :tenant and p.id = :id"
                                .formatted(COLUMNS))
                .param("tenant", tenant.id())
                .param("id", id)
                .query((row, _) -> profile(row))
                .optional();
    }

    @Override
    public Optional<Shown> show(TenantId tenant, UUID id) {
        return find(tenant, id)
                .map(profile -> new Shown(profile.name(), IdJson.NO_CUSTOMER, profile));
    }

    @Override
    public Optional<UUID> idOf(TenantId tenant, String name) {
        return findByName(tenant, name).map(profile -> profile.id().id());
    }

    Optional<DeviceProfile> findByName(TenantId tenant, String name) {
        return jdbc.sql(
                        "select %s from device_profile p where p.tenant_id = :tenant and p.name = :name"
                                .formatted(COLUMNS))
                .param("tenant", tenant.id())
                .param("name", name)
                .query((row, _) -> profile(row))
                .optional();
    }

    Optional<DeviceProfile> findDefault(TenantId tenant) {
        return jdbc.sql(
                        "select %s from device_profile p where p.tenant_id = :tenant and p.is_default"
                                .formatted(COLUMNS))
                .param("tenant", tenant.id())
                .query((row, _) -> profile(row))
                .optional();
    }

    /** The profile of a tenant's device. */
    public Optional<DeviceProfile> findByDevice(TenantId tenant, DeviceId device) {
        return jdbc.sql(
                        """
                        select %s from device d join device_profile p on p.id = d.device_profile_id
                         where d.tenant_id = :tenant and d.id = :device
                        """
                                .formatted(COLUMNS))
                .param("tenant", tenant.id())
                .param("device", device.id())
                .query((row, _) -> profile(row))
                .optional();
    }

    /** The names of the profiles whose devices' messages enter a rule chain. */
    public List<String> namesByRuleChain(TenantId tenant, RuleChainId chain) {
        return table.namesByRuleChain(tenant, chain);
    }

    @Override
    public List<String> usersOf(QueueKey queue, int most) {
        return table.usersOf(queue, most);
    }

    PageData<DeviceProfile> list(TenantId tenant, PageLink link) {
        return LIST.read(
                jdbc,
                link,
                Map.of("tenant", tenant.id(), "search", link.likePattern()),
                (row, _) -> profile(row));
    }

    /** Adds a profile unless the tenant has one of this name; empty where it has. */
    Optional<DeviceProfile> add(TenantId tenant, DeviceProfileContent content, boolean isDefault) {
        long now = clock.millis();
        DeviceProfileId id = new DeviceProfileId(TimeOrderedUuid.at(now));
        int added =
                jdbc.sql(
                                """
                                insert into device_profile (id, created_time, tenant_id, name, description, is_default,
                                                            default_rule_chain_id, default_queue_name, profile_data)
                                values (:id, :createdTime, :tenant, :name, :description, :isDefault,
                                        :ruleChain, :queue, cast(:data as jsonb))
                                on conflict on constraint device_profile_name_key do nothing
                                """)
                        .param("id", id.id())
                        .param("createdTime", now)
                        .param("tenant", tenant.id())
                        .param("isDefault", isDefault)
                        .params(contentParams(content))
                        .update();
        return added == 0
                ? Optional.empty()
                : Optional.of(
                        DeviceProfile.of(
                                id, now, tenant, content, new DeviceProfileState(isDefault, 1)));
    }

    /** Changes a profile if its version is still the given one; false where it is not. */
    boolean update(DeviceProfile stored, DeviceProfileContent content) {
        return jdbc.sql(
                                """
                                update device_profile
                                   set name = :name, description = :description, default_rule_chain_id = :ruleChain,
                                       default_queue_name = :queue, profile_data = cast(:data as jsonb),
                                       version = version + 1
                                 where tenant_id = :tenant and id = :id and version = :version
                                """)
                        .param("tenant", stored.tenantId().id())
                        .param("id", stored.id().id())
                        .param("version", stored.version())
                        .params(contentParams(content))
                        .update()
                == 1;
    }

    /** The names of the profiles in alphabetical order; of those only that have devices, if asked for. */
    List<NamedEntity> names(TenantId tenant, boolean activeOnly) {
        return table.names(tenant, activeOnly);
    }

    /** Makes a profile the only default one of its tenant; in a transaction. */
    void makeDefault(DeviceProfile profile) {
        table.makeDefault(profile.tenantId(), profile.id().id());
    }

    /** Deletes a profile unless it is, by now, the default; false where it is. */
    boolean delete(DeviceProfile profile) {
        return table.delete(profile.tenantId(), profile.id().id());
    }

    private Map<String, @Nullable Object> contentParams(DeviceProfileContent content) {
        Map<String, @Nullable Object> params = new HashMap<>();
        params.put("name", content.name());
        params.put("description", content.description());
        params.put(
                "ruleChain",
                content.defaultRuleChainId() == null ? null : content.defaultRuleChainId().id());
        params.put("queue", content.defaultQueueName());
        params.put("data", json.write(content.profileData()));
        return params;
    }

    private DeviceProfile profile(ResultSet row) throws SQLException {
        UUID chain = row.getObject("default_rule_chain_id", UUID.class);
        JsonNode data = json.read(row, "profile_data");
        DeviceProfileContent content =
                new DeviceProfileContent(
                        row.getString("name"),
                        row.getString("description"),
                        chain == null ? null : new RuleChainId(chain),
                        row.getString("default_queue_name"),
                        data == null ? DeviceProfileContent.defaultData() : data);
        return DeviceProfile.of(
                new DeviceProfileId(row.getObject("id", UUID.class)),
                row.getLong("created_time"),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                content,
                new DeviceProfileState(row.getBoolean("is_default"), row.getLong("version")));
    }
}
