// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.profile;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.QueueKey;
import io.millrace.server.web.api.NamedEntity;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The statements that are the same for {@code device_profile} and {@code asset_profile}. Each tenant has one profile
 * that is the default, and profiles may name the rule chain and the queue of the messages of their entities.
 */
public final class ProfileTable {

    private final JdbcClient jdbc;
    private final EntityType type;

    /** The table of the profiles. */
    private final String profiles;

    /** The table of the entities that have them. */
    private final String entities;

    private ProfileTable(JdbcClient jdbc, EntityType type, EntityType ofEntities) {
        this.jdbc = jdbc;
        this.type = type;
        this.profiles = type.name().toLowerCase(Locale.ROOT);
        this.entities = ofEntities.name().toLowerCase(Locale.ROOT);
    }

    public static ProfileTable ofDevices(JdbcClient jdbc) {
        return new ProfileTable(jdbc, EntityType.DEVICE_PROFILE, EntityType.DEVICE);
    }

    public static ProfileTable ofAssets(JdbcClient jdbc) {
        return new ProfileTable(jdbc, EntityType.ASSET_PROFILE, EntityType.ASSET);
    }

    /** The names of the profiles whose entities' messages enter a rule chain. */
    public List<String> namesByRuleChain(TenantId tenant, RuleChainId chain) {
        return jdbc.sql(
                        """
                        select name from %s
                         where tenant_id = :tenant and default_rule_chain_id = :chain order by name
                        """
                                .formatted(profiles))
                .param("tenant", tenant.id())
                .param("chain", chain.id())
                .query((row, _) -> row.getString("name"))
                .list();
    }

    /** Some of the profiles that name the queue, in words: of all tenants, where all share it. */
    public List<String> usersOf(QueueKey queue, int most) {
        String kind = profiles.replace('_', ' ');
        return jdbc.sql(
                        """
                        select name, tenant_id from %s
                         where default_queue_name = :queue and (:shared or tenant_id = :tenant)
                         order by name, tenant_id limit :most
                        """
                                .formatted(profiles))
                .param("queue", queue.name())
                .param("shared", queue.isShared())
                .param("tenant", queue.tenant().id())
                .param("most", most)
                .query((row, _) ->
                        "%s '%s' of tenant %s"
                                .formatted(kind, row.getString("name"), row.getString("tenant_id")))
                .list();
    }

    /** The names of the profiles in alphabetical order; of those only that have entities, if asked for. */
    public List<NamedEntity> names(TenantId tenant, boolean activeOnly) {
        return jdbc.sql(
                        """
                        select id, name from %1$s p
                         where tenant_id = :tenant
                           and (not :activeOnly or exists (
                               select from %2$s e where e.tenant_id = :tenant and e.%1$s_id = p.id))
                         order by name
                        """
                                .formatted(profiles, entities))
                .param("tenant", tenant.id())
                .param("activeOnly", activeOnly)
                .query((row, _) ->
                        new NamedEntity(
                                new EntityId(type, row.getObject("id", UUID.class)),
                                row.getString("name")))
                .list();
    }

    /** Makes a profile the only default one of its tenant; in a transaction. */
    public void makeDefault(TenantId tenant, UUID profile) {
        setDefault(tenant, profile, false, "id <> :id");
        setDefault(tenant, profile, true, "id = :id");
    }

    private void setDefault(TenantId tenant, UUID profile, boolean isDefault, String which) {
        jdbc.sql(
                        """
                        update %s set is_default = :isDefault, version = version + 1
                         where tenant_id = :tenant and is_default <> :isDefault and %s
                        """
                                .formatted(profiles, which))
                .param("tenant", tenant.id())
                .param("id", profile)
                .param("isDefault", isDefault)
                .update();
    }

    /** Deletes a profile unless it is, by now, the default; false where it is. */
    public boolean delete(TenantId tenant, UUID profile) {
        return jdbc.sql(
                                "delete from %s where tenant_id = :tenant and id = :id and not is_default"
                                        .formatted(profiles))
                        .param("tenant", tenant.id())
                        .param("id", profile)
                        .update()
                == 1;
    }
}
