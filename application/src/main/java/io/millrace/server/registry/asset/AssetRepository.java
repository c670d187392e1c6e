// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import io.millrace.message.id.AssetId;
import io.millrace.message.id.AssetProfileId;
import io.millrace.message.id.CustomerId;
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
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code asset}. */
@Component
public final class AssetRepository implements EntityLookup<Asset>, EntitySource {

    private static final String SELECT =
            """
            select a.id, a.created_time, a.tenant_id, a.customer_id, a.name, a.label, a.asset_profile_id,
                   a.additional_info, a.version, p.name as profile_name,
                   c.title as customer_title, coalesce(c.is_public, false) as customer_is_public
            """;

    private static final String FROM =
            """
              from asset a
              join asset_profile p on p.id = a.asset_profile_id
              left join customer c on c.id = a.customer_id
             where a.tenant_id = :tenant
            """;

    private static final String FILTERED =
            FROM
                    + """
                       and (a.name ilike :search or a.label ilike :search or p.name ilike :search)
                       and (cast(:type as text) is null or p.name = :type)
                       and (cast(:profile as uuid) is null or a.asset_profile_id = :profile)
                       and (cast(:customer as uuid) is null or a.customer_id = :customer)
                    """;

    private static final Map<String, String> SORT_COLUMNS =
            Map.of(
                    "createdTime", "a.created_time",
                    "name", "a.name",
                    "type", "p.name",
                    "label", "a.label",
                    "assetProfileName", "p.name",
                    "customerTitle", "c.title");

    private static final PageQuery LIST = new PageQuery(SELECT, FILTERED, SORT_COLUMNS, "a.id");

    private final JdbcClient jdbc;
    private final JsonColumn json;

    AssetRepository(JdbcClient jdbc, JsonColumn json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /** Which assets are wanted; null stands for all, an empty type, too. */
    record AssetFilter(@Nullable String type, @Nullable UUID profile, @Nullable UUID customer) {

        AssetFilter {
            type = type == null || type.isBlank() ? null : type;
        }
    }

    @Override
    public EntityType type() {
        return EntityType.ASSET;
    }

    @Override
    public Optional<Asset> find(TenantId tenant, UUID id) {
        return findInfo(tenant, id).map(AssetInfo::asset);
    }

    @Override
    public Optional<Shown> show(TenantId tenant, UUID id) {
        return find(tenant, id).map(asset -> new Shown(asset.name(), asset.customerId(), asset));
    }

    @Override
    public Optional<UUID> idOf(TenantId tenant, String name) {
        return findByName(tenant, name).map(asset -> asset.id().id());
    }

    Optional<AssetInfo> findInfo(TenantId tenant, UUID id) {
        return jdbc.sql(SELECT + FROM + " and a.id = :id")
                .param("tenant", tenant.id())
                .param("id", id)
                .query((row, _) -> info(row))
                .optional();
    }

    Optional<Asset> findByName(TenantId tenant, String name) {
        return jdbc.sql(SELECT + FROM + " and a.name = :name")
                .param("tenant", tenant.id())
                .param("name", name)
                .query((row, _) -> info(row).asset())
                .optional();
    }

    /** Those of the assets that the tenant has, oldest first. */
    List<Asset> findAll(TenantId tenant, Collection<UUID> ids) {
        return jdbc.sql(SELECT + FROM + " and a.id = any(:ids) order by a.id")
                .param("tenant", tenant.id())
                .param("ids", ids.toArray(UUID[]::new))
                .query((row, _) -> info(row).asset())
                .list();
    }

    PageData<AssetInfo> list(TenantId tenant, AssetFilter filter, PageLink link) {
        Map<String, @Nullable Object> params = new HashMap<>();
        params.put("tenant", tenant.id());
        params.put("search", link.likePattern());
        params.put("type", filter.type());
        params.put("profile", filter.profile());
        params.put("customer", filter.customer());
        return LIST.read(jdbc, link, params, (row, _) -> info(row));
    }

    /** The types that a tenant's assets have, or a customer's where one is given, in alphabetical order. */
    List<String> types(TenantId tenant, @Nullable UUID customer) {
        return jdbc.sql(
                        """
                        select p.name from asset_profile p
                         where p.tenant_id = :tenant and exists (
                               select from asset a where a.tenant_id = :tenant and a.asset_profile_id = p.id
                                  and (cast(:customer as uuid) is null or a.customer_id = :customer))
                         order by p.name
                        """)
                .param("tenant", tenant.id())
                .param("customer", customer)
                .query((row, _) -> row.getString("name"))
                .list();
    }

    void add(
            TenantId tenant,
            AssetId id,
            long createdTime,
            AssetProfileId profile,
            AssetContent content) {
        jdbc.sql(
                        """
                        insert into asset (id, created_time, tenant_id, customer_id, asset_profile_id, name, label,
                                           additional_info)
                        values (:id, :createdTime, :tenant, :customer, :profile, :name, :label, cast(:info as jsonb))
                        """)
                .param("id", id.id())
                .param("createdTime", createdTime)
                .param("tenant", tenant.id())
                .params(params(profile, content))
                .update();
    }

    /** Changes an asset if its version is still the one that was loaded; false where it is not. */
    boolean update(Asset stored, AssetProfileId profile, AssetContent content) {
        return jdbc.sql(
                                """
                                update asset
                                   set customer_id = :customer, asset_profile_id = :profile, name = :name,
                                       label = :label, additional_info = cast(:info as jsonb), version = version + 1
                                 where tenant_id = :tenant and id = :id and version = :version
                                """)
                        .param("tenant", stored.tenantId().id())
                        .param("id", stored.id().id())
                        .param("version", stored.version())
                        .params(params(profile, content))
                        .update()
                == 1;
    }

    /** Assigns some assets of a customer to nobody, and answers them as they are then. */
    List<Asset> unassignSome(TenantId tenant, CustomerId customer, int most) {
        List<UUID> ids =
                jdbc.sql(
                                """
                                update asset set customer_id = null, version = version + 1
                                 where id in (select id from asset
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

    void delete(TenantId tenant, AssetId id) {
        jdbc.sql("delete from asset where tenant_id = :tenant and id = :id")
                .param("tenant", tenant.id())
                .param("id", id.id())
                .update();
    }

    private Map<String, @Nullable Object> params(AssetProfileId profile, AssetContent content) {
        Map<String, @Nullable Object> params = new HashMap<>();
        boolean assigned = !content.customer().equals(IdJson.NO_CUSTOMER);
        params.put("customer", assigned ? content.customer().id() : null);
        params.put("profile", profile.id());
        params.put("name", content.name());
        params.put("label", content.label());
        params.put("info", json.write(content.additionalInfo()));
        return params;
    }

    private AssetInfo info(ResultSet row) throws SQLException {
        UUID customer = row.getObject("customer_id", UUID.class);
        Asset asset =
                new Asset(
                        new AssetId(row.getObject("id", UUID.class)),
                        row.getLong("created_time"),
                        new TenantId(row.getObject("tenant_id", UUID.class)),
                        customer == null ? IdJson.NO_CUSTOMER : new CustomerId(customer),
                        row.getString("name"),
                        row.getString("profile_name"),
                        row.getString("label"),
                        new AssetProfileId(row.getObject("asset_profile_id", UUID.class)),
                        null,
                        row.getLong("version"),
                        json.read(row, "additional_info"));
        return new AssetInfo(
                asset,
                row.getString("customer_title"),
                row.getBoolean("customer_is_public"),
                asset.type());
    }
}
