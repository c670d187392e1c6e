// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import io.millrace.message.id.TenantId;
import io.millrace.message.id.TenantProfileId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.platform.page.PageQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code tenant_profile}. Profiles belong to the installation: a user who may see one may see all. */
@Component
final class TenantProfileRepository {

    private static final String SELECT =
            """
            select p.id, p.created_time, p.name, p.description, p.is_default, p.isolated_tb_rule_engine,
                   p.profile_data, p.version
            """;

    private static final String FROM = " from tenant_profile p";

    private static final Map<String, String> SORT_COLUMNS =
            Map.of(
                    "createdTime", "p.created_time",
                    "name", "p.name",
                    "description", "p.description",
                    "isDefault", "p.is_default");

    private static final PageQuery LIST =
            new PageQuery(SELECT, FROM + " where p.name ilike :search", SORT_COLUMNS, "p.id");

    private final JdbcClient jdbc;
    private final JsonColumn json;
    private final Clock clock;

    TenantProfileRepository(JdbcClient jdbc, JsonColumn json, Clock clock) {
        this.jdbc = jdbc;
        this.json = json;
        this.clock = clock;
    }

    Optional<TenantProfile> find(UUID id) {
        return jdbc.sql(SELECT + FROM + " where p.id = :id")
                .param("id", id)
                .query((row, _) -> profile(row))
                .optional();
    }

    /** Those of the profiles that exist, by name. */
    List<TenantProfile> find(Collection<UUID> ids) {
        return jdbc.sql(SELECT + FROM + " where p.id = any(:ids) order by p.name")
                .param("ids", ids.toArray(UUID[]::new))
                .query((row, _) -> profile(row))
                .list();
    }

    TenantProfile findDefault() {
        return jdbc.sql(SELECT + FROM + " where p.is_default")
                .query((row, _) -> profile(row))
                .single();
    }

    Optional<TenantProfile> findByTenant(TenantId tenant) {
        return jdbc.sql(
                        SELECT
                                + FROM
                                + " join tenant t on t.tenant_profile_id = p.id where t.id = :tenant")
                .param("tenant", tenant.id())
                .query((row, _) -> profile(row))
                .optional();
    }

    /** Locks a profile: other transactions can neither change nor hold it until the end of this one. */
    Optional<TenantProfile> hold(TenantProfileId id) {
        return jdbc.sql(SELECT + FROM + " where p.id = :id for no key update")
                .param("id", id.id())
                .query((row, _) -> profile(row))
                .optional();
    }

    /** Locks the tenants of a profile: they keep it until the end of the transaction. */
    List<TenantId> holdTenants(TenantProfileId id) {
        return jdbc.sql("select id from tenant where tenant_profile_id = :id order by id for share")
                .param("id", id.id())
                .query((row, _) -> new TenantId(row.getObject("id", UUID.class)))
                .list();
    }

    /** The isolated profiles of which at least one tenant has no queues. */
    List<TenantProfile> withoutQueues() {
        return jdbc.sql(
                        SELECT
                                + FROM
                                + """
                                 where p.isolated_tb_rule_engine and exists (
                                   select from tenant t where t.tenant_profile_id = p.id
                                      and not exists (select from queue q where q.tenant_id = t.id and q.deleted_time is null))
                                """)
                .query((row, _) -> profile(row))
                .list();
    }

    PageData<TenantProfile> list(PageLink link) {
        return LIST.readInPieces(
                jdbc, link, Map.of("search", link.likePattern()), (row, _) -> profile(row));
    }

    TenantProfileId add(TenantProfileContent content) {
        long now = clock.millis();
        TenantProfileId id = new TenantProfileId(TimeOrderedUuid.at(now));
        jdbc.sql(
                        """
                        insert into tenant_profile (id, created_time, name, description, isolated_tb_rule_engine, profile_data)
                        values (:id, :createdTime, :name, :description, :isolated, cast(:data as jsonb))
                        """)
                .param("id", id.id())
                .param("createdTime", now)
                .params(contentParams(content))
                .update();
        return id;
    }

    /** Changes a profile if its version is still that of {@code stored}; false if it is not. */
    boolean update(TenantProfile stored, TenantProfileContent content) {
        return jdbc.sql(
                                """
                                update tenant_profile
                                   set name = :name, description = :description, isolated_tb_rule_engine = :isolated,
                                       profile_data = cast(:data as jsonb), version = version + 1
                                 where id = :id and version = :version
                                """)
                        .param("id", stored.id().id())
                        .param("version", stored.version())
                        .params(contentParams(content))
                        .update()
                == 1;
    }

    /** Makes a profile the only default one, in the caller's transaction; false if it does not exist. */
    boolean makeDefault(TenantProfileId id) {
        // Locks all profiles: concurrent calls run one after the other, and one default remains.
        List<UUID> all =
                jdbc.sql("select id from tenant_profile order by id for update")
                        .query((row, _) -> row.getObject("id", UUID.class))
                        .list();
        if (!all.contains(id.id())) {
            return false;
        }
        for (boolean wanted : List.of(false, true)) {
            jdbc.sql(
                            """
                            update tenant_profile set is_default = :wanted, version = version + 1
                             where (id = :id) = :wanted and is_default <> :wanted
                            """)
                    .param("id", id.id())
                    .param("wanted", wanted)
                    .update();
        }
        return true;
    }

    /** Deletes a profile that is not the default one; a foreign key prevents it while a tenant has the profile. */
    boolean delete(TenantProfileId id) {
        return jdbc.sql("delete from tenant_profile where id = :id and not is_default")
                        .param("id", id.id())
                        .update()
                == 1;
    }

    private Map<String, @Nullable Object> contentParams(TenantProfileContent content) {
        Map<String, @Nullable Object> params = new HashMap<>();
        params.put("name", content.name());
        params.put("description", content.description());
        params.put("isolated", content.isolatedTbRuleEngine());
        params.put("data", json.write(content.profileData()));
        return params;
    }

    private TenantProfile profile(ResultSet row) throws SQLException {
        return new TenantProfile(
                new TenantProfileId(row.getObject("id", UUID.class)),
                row.getLong("created_time"),
                row.getString("name"),
                row.getString("description"),
                row.getBoolean("is_default"),
                row.getBoolean("isolated_tb_rule_engine"),
                Objects.requireNonNull(json.read(row, "profile_data")),
                row.getLong("version"));
    }
}
