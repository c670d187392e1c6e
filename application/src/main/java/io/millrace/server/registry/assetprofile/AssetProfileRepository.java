// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assetprofile;

import io.millrace.message.id.AssetId;
import io.millrace.message.id.AssetProfileId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.queue.QueueKey;
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

/** The table {@code asset_profile}. */
@Component
public final class AssetProfileRepository
        implements EntityLookup<AssetProfile>, QueueUsers, EntitySource {

    private static final String SELECT =
            """
            select p.id, p.created_time, p.tenant_id, p.name, p.description, p.is_default,
                   p.default_rule_chain_id, p.default_queue_name, p.version
            """;

    private static final String FROM = " from asset_profile p where p.tenant_id = :tenant";

    private static final Map<String, String> SORT_COLUMNS =
            Map.of(
                    "createdTime", "p.created_time",
                    "name", "p.name",
                    "description", "p.description",
                    "isDefault", "p.is_default");

    private static final PageQuery LIST =
            new PageQuery(SELECT, FROM + " and p.name ilike :search", SORT_COLUMNS, "p.id");

    private final JdbcClient jdbc;
    private final ProfileTable table;
    private final Clock clock;

    AssetProfileRepository(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.table = ProfileTable.ofAssets(jdbc);
        this.clock = clock;
    }

    @Override
    public EntityType type() {
        return EntityType.ASSET_PROFILE;
    }

    @Override
    public Optional<AssetProfile> find(TenantId tenant, UUID id) {
        return jdbc.sql(SELECT + FROM + " and p.id = :id")
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

    Optional<AssetProfile> findByName(TenantId tenant, String name) {
        return jdbc.sql(SELECT + FROM + " and p.name = :name")
                .param("tenant", tenant.id())
                .param("name", name)
                .query((row, _) -> profile(row))
                .optional();
    }

    Optional<AssetProfile> findDefault(TenantId tenant) {
        return jdbc.sql(SELECT + FROM + " and p.is_default")
                .param("tenant", tenant.id())
                .query((row, _) -> profile(row))
                .optional();
    }

    /** The profile of a tenant's asset. */
    public Optional<AssetProfile> findByAsset(TenantId tenant, AssetId asset) {
        return jdbc.sql(
                        SELECT
                                + """
                                 from asset a join asset_profile p on p.id = a.asset_profile_id
                                where a.tenant_id = :tenant and a.id = :asset
                                """)
                .param("tenant", tenant.id())
                .param("asset", asset.id())
                .query((row, _) -> profile(row))
                .optional();
    }

    /** The names of the profiles whose assets' messages enter a rule chain. */
    public List<String> namesByRuleChain(TenantId tenant, RuleChainId chain) {
        return table.namesByRuleChain(tenant, chain);
    }

    @Override
    public List<String> usersOf(QueueKey queue, int most) {
        return table.usersOf(queue, most);
    }

    PageData<AssetProfile> list(TenantId tenant, PageLink link) {
        return LIST.read(
                jdbc,
                link,
                Map.of("tenant", tenant.id(), "search", link.likePattern()),
                (row, _) -> profile(row));
    }

    /** The names of the profiles in alphabetical order; of those only that have assets, if asked for. */
    List<NamedEntity> names(TenantId tenant, boolean activeOnly) {
        return table.names(tenant, activeOnly);
    }

    /** Adds a profile unless the tenant has one of this name; empty where it has. */
    Optional<AssetProfileId> add(TenantId tenant, AssetProfileContent content, boolean isDefault) {
        long now = clock.millis();
        AssetProfileId id = new AssetProfileId(TimeOrderedUuid.at(now));
        int added =
                jdbc.sql(
                                """
                                insert into asset_profile (id, created_time, tenant_id, name, description, is_default,
                                                           default_rule_chain_id, default_queue_name)
                                values (:id, :createdTime, :tenant, :name, :description, :isDefault, :ruleChain, :queue)
                                on conflict on constraint asset_profile_name_key do nothing
                                """)
                        .param("id", id.id())
                        .param("createdTime", now)
                        .param("tenant", tenant.id())
                        .param("isDefault", isDefault)
                        .params(contentParams(content))
                        .update();
        return added == 0 ? Optional.empty() : Optional.of(id);
    }

    /** Changes a profile if its version is still the given one; false where it is not. */
    boolean update(AssetProfile stored, AssetProfileContent content) {
        return jdbc.sql(
                                """
                                update asset_profile
                                   set name = :name, description = :description, default_rule_chain_id = :ruleChain,
                                       default_queue_name = :queue, version = version + 1
                                 where tenant_id = :tenant and id = :id and version = :version
                                """)
                        .param("tenant", stored.tenantId().id())
                        .param("id", stored.id().id())
                        .param("version", stored.version())
                        .params(contentParams(content))
                        .update()
                == 1;
    }

    /** Makes a profile the only default one of its tenant; in a transaction. */
    void makeDefault(AssetProfile profile) {
        table.makeDefault(profile.tenantId(), profile.id().id());
    }

    /** Deletes a profile unless it is, by now, the default; false where it is. */
    boolean delete(AssetProfile profile) {
        return table.delete(profile.tenantId(), profile.id().id());
    }

    private static Map<String, @Nullable Object> contentParams(AssetProfileContent content) {
        RuleChainId chain = content.defaultRuleChainId();
        Map<String, @Nullable Object> params = new HashMap<>();
        params.put("name", content.name());
        params.put("description", content.description());
        params.put("ruleChain", chain == null ? null : chain.id());
        params.put("queue", content.defaultQueueName());
        return params;
    }

    private static AssetProfile profile(ResultSet row) throws SQLException {
        UUID chain = row.getObject("default_rule_chain_id", UUID.class);
        return new AssetProfile(
                new AssetProfileId(row.getObject("id", UUID.class)),
                row.getLong("created_time"),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                row.getString("name"),
                row.getString("description"),
                null,
                row.getBoolean("is_default"),
                chain == null ? null : new RuleChainId(chain),
                null,
                row.getString("default_queue_name"),
                null,
                null,
                row.getLong("version"));
    }
}
