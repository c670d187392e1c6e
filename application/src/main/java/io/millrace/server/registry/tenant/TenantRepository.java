// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TenantProfileId;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.platform.page.PageQuery;
import io.millrace.server.registry.contact.Contact;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.entity.EntityLookup;
import io.millrace.server.web.entity.EntitySource;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code tenant}. */
@Component
public final class TenantRepository implements EntityLookup<Tenant>, EntitySource {

    private static final String SELECT =
            """
            select t.id, t.created_time, t.title, t.region, t.tenant_profile_id, t.country, t.state, t.city, t.address,
                   t.address2, t.zip, t.phone, t.email, t.additional_info, t.version, p.name as profile_name
            """;

    private static final String FROM =
            " from tenant t join tenant_profile p on p.id = t.tenant_profile_id";

    private static final String CONTENT_COLUMNS =
            "title, region, tenant_profile_id, %s, additional_info".formatted(Contact.COLUMNS);

    private static final String CONTENT_VALUES =
            ":title, :region, :profile, %s, cast(:info as jsonb)".formatted(Contact.VALUES);

    private static final Map<String, String> SORT_COLUMNS =
            Map.of(
                    "createdTime", "t.created_time",
                    "title", "t.title",
                    "name", "t.title",
                    "email", "t.email",
                    "country", "t.country",
                    "city", "t.city",
                    "tenantProfileName", "p.name");

    private static final PageQuery LIST =
            new PageQuery(SELECT, FROM + " where t.title ilike :search", SORT_COLUMNS, "t.id");

    private final JdbcClient jdbc;
    private final JsonColumn json;

    TenantRepository(JdbcClient jdbc, JsonColumn json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    @Override
    public EntityType type() {
        return EntityType.TENANT;
    }

    /** A tenant belongs to itself: no other tenant finds it. */
    @Override
    public Optional<Tenant> find(TenantId tenant, UUID id) {
        return findInfo(tenant).map(TenantInfo::tenant).filter(found -> found.id().id().equals(id));
    }

    @Override
    public Optional<Shown> show(TenantId tenant, UUID id) {
        return find(tenant, id).map(found -> new Shown(found.title(), IdJson.NO_CUSTOMER, found));
    }

    @Override
    public Optional<UUID> idOf(TenantId tenant, String name) {
        return find(tenant, tenant.id())
                .filter(found -> found.title().equals(name))
                .map(found -> found.id().id());
    }

    Optional<TenantInfo> findInfo(TenantId tenant) {
        return jdbc.sql(SELECT + FROM + " where t.id = :id")
                .param("id", tenant.id())
                .query((row, _) -> info(row))
                .optional();
    }

    PageData<TenantInfo> list(PageLink link) {
        return LIST.readInPieces(
                jdbc, link, Map.of("search", link.likePattern()), (row, _) -> info(row));
    }

    void add(TenantId id, long createdTime, TenantContent content, TenantProfileId profile) {
        jdbc.sql(
                        "insert into tenant (id, created_time, %s) values (:id, :createdTime, %s)"
                                .formatted(CONTENT_COLUMNS, CONTENT_VALUES))
                .param("id", id.id())
                .param("createdTime", createdTime)
                .params(contentParams(content, profile))
                .update();
    }

    /** Changes a tenant if its version is still that of {@code stored}; false if it is not. */
    boolean update(Tenant stored, TenantContent content, TenantProfileId profile) {
        return jdbc.sql(
                                "update tenant set (%s, version) = (%s, version + 1) where id = :id and version = :version"
                                        .formatted(CONTENT_COLUMNS, CONTENT_VALUES))
                        .param("id", stored.id().id())
                        .param("version", stored.version())
                        .params(contentParams(content, profile))
                        .update()
                == 1;
    }

    private Map<String, @Nullable Object> contentParams(
            TenantContent content, TenantProfileId profile) {
        Map<String, @Nullable Object> params = new HashMap<>(content.contact().params());
        params.put("title", content.title());
        params.put("region", content.region());
        params.put("profile", profile.id());
        params.put("info", json.write(content.additionalInfo()));
        return params;
    }

    private TenantInfo info(ResultSet row) throws SQLException {
        String region = row.getString("region");
        Tenant tenant =
                new Tenant(
                        new TenantId(row.getObject("id", UUID.class)),
                        row.getLong("created_time"),
                        row.getString("title"),
                        region == null ? TenantContent.DEFAULT_REGION : region,
                        new TenantProfileId(row.getObject("tenant_profile_id", UUID.class)),
                        Contact.read(row),
                        json.read(row, "additional_info"),
                        row.getLong("version"));
        return new TenantInfo(tenant, row.getString("profile_name"));
    }
}
