// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.RuleChainType;
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
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads and writes the table {@code rule_chain}. */
@Component
public final class RuleChainRepository implements EntityLookup<RuleChain>, EntitySource {

    private static final String SELECT =
            """
            select c.id, c.created_time, c.tenant_id, c.name, c.type, c.root, c.debug_mode, c.configuration,
                   c.additional_info, c.current_version, c.version, v.first_node_id
            """;

    private static final String FROM =
            """
              from rule_chain c
              join rule_chain_version v on v.rule_chain_id = c.id and v.number = c.current_version
             where c.tenant_id = :tenant
            """;

    private static final Map<String, String> SORT_COLUMNS =
            Map.of("createdTime", "c.created_time", "name", "c.name", "root", "c.root");

    private static final PageQuery LIST =
            new PageQuery(
                    SELECT,
                    FROM + " and c.type = :type and c.name ilike :search",
                    SORT_COLUMNS,
                    "c.id");

    private final JdbcClient jdbc;
    private final JsonColumn json;

    public RuleChainRepository(JdbcClient jdbc, JsonColumn json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    @Override
    public EntityType type() {
        return EntityType.RULE_CHAIN;
    }

    @Override
    public Optional<RuleChain> find(TenantId tenant, UUID id) {
        return jdbc.sql(SELECT + FROM + " and c.id = :id")
                .param("tenant", tenant.id())
                .param("id", id)
                .query((row, _) -> chain(row))
                .optional();
    }

    @Override
    public Optional<Shown> show(TenantId tenant, UUID id) {
        return find(tenant, id)
                .map(chain ->
                        new Shown(chain.content().name(), IdJson.NO_CUSTOMER, chain.header()));
    }

    /** Always empty, because several chains may have the same name. */
    @Override
    public Optional<UUID> idOf(TenantId tenant, String name) {
        return Optional.empty();
    }

    /** Returns those of the given chains that the tenant has, oldest first. */
    public List<RuleChain> findAll(TenantId tenant, Collection<UUID> ids) {
        return jdbc.sql(SELECT + FROM + " and c.id = any(:ids) order by c.id")
                .param("tenant", tenant.id())
                .param("ids", ids.toArray(UUID[]::new))
                .query((row, _) -> chain(row))
                .list();
    }

    /** Returns the chains with a name and type, oldest first. */
    public List<RuleChain> findByName(TenantId tenant, RuleChainType type, String name) {
        return jdbc.sql(SELECT + FROM + " and c.type = :type and c.name = :name order by c.id")
                .param("tenant", tenant.id())
                .param("type", type.name())
                .param("name", name)
                .query((row, _) -> chain(row))
                .list();
    }

    /** Returns the chains that call a chain. */
    public List<RuleChain> findCallers(TenantId tenant, RuleChainId called) {
        return jdbc.sql(
                        SELECT
                                + FROM
                                + """
                                   and v.graph @> jsonb_build_object('nodes', jsonb_build_array(
                                       jsonb_build_object('configuration',
                                           jsonb_build_object('ruleChainId', cast(:called as text)))))
                                 order by c.id
                                """)
                .param("tenant", tenant.id())
                .param("called", called.id().toString())
                .query((row, _) -> chain(row))
                .list();
    }

    /** Returns the oldest chains of a tenant. */
    public List<RuleChain> first(TenantId tenant, int limit) {
        return jdbc.sql(SELECT + FROM + " order by c.id limit :limit")
                .param("tenant", tenant.id())
                .param("limit", limit)
                .query((row, _) -> chain(row))
                .list();
    }

    /** Returns the total length, in characters, of the JSON of the oldest chains. */
    public long charactersOfFirst(TenantId tenant, int limit) {
        return jdbc.sql(
                        "select coalesce(sum(length(oldest.graph::text)), 0) from (select v.graph"
                                + FROM
                                + " order by c.id limit :limit) oldest")
                .param("tenant", tenant.id())
                .param("limit", limit)
                .query(Long.class)
                .single();
    }

    public PageData<RuleChain> list(TenantId tenant, RuleChainType type, PageLink link) {
        return LIST.readInPieces(
                jdbc,
                link,
                Map.of("tenant", tenant.id(), "type", type.name(), "search", link.likePattern()),
                (row, _) -> chain(row));
    }

    /** Returns the names of a tenant's chains. */
    public Map<RuleChainId, String> names(TenantId tenant) {
        Map<RuleChainId, String> names = new HashMap<>();
        jdbc.sql("select id, name from rule_chain where tenant_id = :tenant")
                .param("tenant", tenant.id())
                .query(row -> {
                    names.put(
                            new RuleChainId(row.getObject("id", UUID.class)),
                            row.getString("name"));
                });
        return names;
    }

    /** Returns those of the given chains that the tenant has. */
    public Set<RuleChainId> existing(TenantId tenant, Collection<RuleChainId> chains) {
        return jdbc.sql("select id from rule_chain where tenant_id = :tenant and id in (:ids)")
                .param("tenant", tenant.id())
                .param("ids", chains.stream().map(RuleChainId::id).toList())
                .query((row, _) -> new RuleChainId(row.getObject("id", UUID.class)))
                .set();
    }

    /** Locks the tenant's chains against other changes until the end of the transaction. */
    void lock(TenantId tenant) {
        jdbc.sql("select id from tenant where id = :tenant for no key update")
                .param("tenant", tenant.id())
                .query(UUID.class)
                .single();
    }

    /** Adds a chain; the caller adds its version 1 in the same transaction. */
    public void add(TenantId tenant, RuleChainId id, long createdTime, RuleChainContent content) {
        jdbc.sql(
                        """
                        insert into rule_chain (id, created_time, tenant_id, name, type, debug_mode,
                                                configuration, additional_info, current_version)
                        values (:id, :createdTime, :tenant, :name, :type, :debugMode,
                                cast(:configuration as jsonb), cast(:info as jsonb), 1)
                        """)
                .param("id", id.id())
                .param("createdTime", createdTime)
                .param("tenant", tenant.id())
                .param("type", content.type().name())
                .params(contentParams(content))
                .update();
    }

    /** Updates a chain except its type; the caller has locked the tenant's chains. */
    public void update(RuleChain stored, RuleChainContent content, long currentVersion) {
        jdbc.sql(
                        """
                        update rule_chain
                           set name = :name, debug_mode = :debugMode, configuration = cast(:configuration as jsonb),
                               additional_info = cast(:info as jsonb), current_version = :currentVersion,
                               version = version + 1
                         where tenant_id = :tenant and id = :id
                        """)
                .param("tenant", stored.tenantId().id())
                .param("id", stored.id().id())
                .param("currentVersion", currentVersion)
                .params(contentParams(content))
                .update();
    }

    /** Makes a chain the only root of its tenant; returns the former root if it was another chain. */
    public Optional<RuleChainId> makeRoot(TenantId tenant, RuleChainId id) {
        Optional<RuleChainId> former =
                jdbc.sql(
                                """
                                update rule_chain set root = false, version = version + 1
                                 where tenant_id = :tenant and root and id <> :id
                                returning id
                                """)
                        .param("tenant", tenant.id())
                        .param("id", id.id())
                        .query(UUID.class)
                        .optional()
                        .map(RuleChainId::new);
        jdbc.sql(
                        """
                        update rule_chain set root = true, version = version + 1
                         where tenant_id = :tenant and id = :id and not root
                        """)
                .param("tenant", tenant.id())
                .param("id", id.id())
                .update();
        return former;
    }

    public void delete(TenantId tenant, RuleChainId id) {
        jdbc.sql("delete from rule_chain where tenant_id = :tenant and id = :id")
                .param("tenant", tenant.id())
                .param("id", id.id())
                .update();
    }

    private Map<String, @Nullable Object> contentParams(RuleChainContent content) {
        Map<String, @Nullable Object> params = new HashMap<>();
        params.put("name", content.name());
        params.put("debugMode", content.debugMode());
        params.put("configuration", json.write(content.configuration()));
        params.put("info", json.write(content.additionalInfo()));
        return params;
    }

    private RuleChain chain(ResultSet row) throws SQLException {
        UUID firstNode = row.getObject("first_node_id", UUID.class);
        return new RuleChain(
                new RuleChainId(row.getObject("id", UUID.class)),
                row.getLong("created_time"),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new RuleChainContent(
                        row.getString("name"),
                        RuleChainType.valueOf(row.getString("type")),
                        row.getBoolean("debug_mode"),
                        json.read(row, "configuration"),
                        json.read(row, "additional_info")),
                new RuleChainState(
                        row.getBoolean("root"),
                        firstNode == null ? null : new RuleNodeId(firstNode),
                        row.getLong("current_version"),
                        row.getLong("version")));
    }
}
