// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.profile;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.QueueKey;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.entity.EntityRepository;
import io.millrace.server.registry.entity.EntityTable;
import io.millrace.server.registry.entity.TableShape;
import io.millrace.server.registry.queue.QueueUsers;
import io.millrace.server.web.api.NamedEntity;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The profiles of one kind in the database. */
public final class ProfileRepository<P extends EntityProfile>
        implements EntityRepository<P>, ProfileCache.Queries<P>, QueueUsers {

    private final ProfileKind<P> kind;
    private final JdbcClient jdbc;
    private final EntityTable<P> table;
    private final EntityTable.Lookup<P> defaultOne;
    private final String idOfEntity;
    private final String byRuleChain;
    private final String usersOfQueue;
    private final String names;
    private final String unsetDefault;
    private final String setDefault;
    private final String delete;

    ProfileRepository(ProfileKind<P> kind, JdbcClient jdbc, JsonColumn json) {
        this.kind = kind;
        this.jdbc = jdbc;
        this.table = new EntityTable<>(jdbc, json, kind.shape(), kind.reader());
        String profiles = TableShape.tableOf(kind.type());
        String entities = TableShape.tableOf(kind.ofType());
        this.defaultOne = table.lookup("e.is_default");
        this.idOfEntity =
                "select %s_id from %s where tenant_id = :tenant and id = :entity"
                        .formatted(profiles, entities);
        this.byRuleChain =
                """
                select id, name from %s
                 where tenant_id = :tenant and default_rule_chain_id = :chain order by name
                """
                        .formatted(profiles);
        this.usersOfQueue =
                """
                select name, tenant_id from %s
                 where default_queue_name = :queue and (:shared or tenant_id = :tenant)
                 order by name, tenant_id limit :most
                """
                        .formatted(profiles);
        this.names =
                """
                select id, name from %1$s p
                 where tenant_id = :tenant
                   and (not :activeOnly or exists (
                       select from %2$s e where e.tenant_id = :tenant and e.%1$s_id = p.id))
                 order by name
                """
                        .formatted(profiles, entities);
        this.unsetDefault =
                """
                update %s set is_default = false, version = version + 1
                 where tenant_id = :tenant and is_default and id <> :id
                """
                        .formatted(profiles);
        this.setDefault =
                """
                update %s set is_default = true, version = version + 1
                 where tenant_id = :tenant and not is_default and id = :id
                """
                        .formatted(profiles);
        this.delete =
                "delete from %s where tenant_id = :tenant and id = :id and not is_default"
                        .formatted(profiles);
    }

    ProfileKind<P> kind() {
        return kind;
    }

    @Override
    public EntityType type() {
        return kind.type();
    }

    @Override
    public Optional<P> find(TenantId tenant, UUID id) {
        return table.find(tenant, id);
    }

    @Override
    public Optional<P> findByName(TenantId tenant, String name) {
        return table.findByName(tenant, name);
    }

    /** Those of the profiles that the tenant has, oldest first. */
    List<P> findAll(TenantId tenant, Collection<UUID> ids) {
        return table.findAll(tenant, ids);
    }

    Optional<P> findDefault(TenantId tenant) {
        return defaultOne.find(tenant);
    }

    @Override
    public Optional<UUID> profileIdOf(TenantId tenant, UUID entity) {
        return jdbc.sql(idOfEntity)
                .param("tenant", tenant.id())
                .param("entity", entity)
                .query(UUID.class)
                .optional();
    }

    /** The profiles whose entities send their messages into a rule chain, in alphabetical order. */
    public List<NamedEntity> findByRuleChain(TenantId tenant, RuleChainId chain) {
        return jdbc.sql(byRuleChain)
                .param("tenant", tenant.id())
                .param("chain", chain.id())
                .query((row, _) -> named(row))
                .list();
    }

    @Override
    public List<String> usersOf(QueueKey queue, int most) {
        return jdbc.sql(usersOfQueue)
                .param("queue", queue.name())
                .param("shared", queue.isShared())
                .param("tenant", queue.tenant().id())
                .param("most", most)
                .query((row, _) ->
                        "%s '%s' of tenant %s"
                                .formatted(
                                        kind.noun().singular(),
                                        row.getString("name"),
                                        row.getString("tenant_id")))
                .list();
    }

    /** @param filter values of the parameters of the kind's filter */
    PageData<P> list(TenantId tenant, PageLink link, Map<String, String> filter) {
        return table.list(tenant, link, filter);
    }

    /**
     * The names of the profiles in alphabetical order.
     *
     * @param activeOnly leave out profiles without entities
     */
    List<NamedEntity> names(TenantId tenant, boolean activeOnly) {
        return jdbc.sql(names)
                .param("tenant", tenant.id())
                .param("activeOnly", activeOnly)
                .query((row, _) -> named(row))
                .list();
    }

    private NamedEntity named(ResultSet row) throws SQLException {
        return new NamedEntity(
                new EntityId(kind.type(), row.getObject("id", UUID.class)), row.getString("name"));
    }

    /** Adds a profile unless the tenant has one of the same name; false if it has. */
    boolean add(
            TenantId tenant, UUID id, long createdTime, ProfileContent content, boolean isDefault) {
        return table.addUnlessNameTaken(tenant, id, createdTime, content.values(isDefault));
    }

    /** Changes a profile if its version is still that of {@code stored}; false if it is not. */
    boolean update(P stored, ProfileContent content) {
        return table.update(stored, content.values(stored.isDefault()));
    }

    /** Makes a profile the only default one of its tenant; the caller has a transaction. */
    void makeDefault(P profile) {
        for (String update : List.of(unsetDefault, setDefault)) {
            jdbc.sql(update)
                    .param("tenant", profile.tenantId().id())
                    .param("id", profile.entityId().id())
                    .update();
        }
    }

    /** Deletes a profile unless it has become the default; false if it has, or was deleted. */
    @Override
    public boolean delete(TenantId tenant, UUID id) {
        return jdbc.sql(delete).param("tenant", tenant.id()).param("id", id).update() == 1;
    }
}
