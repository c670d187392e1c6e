// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import static java.util.Objects.requireNonNull;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.store.CurrentVersions;
import io.millrace.rule.store.RuleChainStore;
import io.millrace.server.platform.jdbc.JsonColumn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Loads chains from PostgreSQL for the engine. If the database is unavailable, it throws the exception of Spring's JDBC
 * support, and the engine retries.
 */
@Component
public final class JdbcRuleChainStore implements RuleChainStore {

    private static final String SELECT =
            """
            select c.id, c.name, v.number, v.graph
              from rule_chain c
              join rule_chain_version v on v.rule_chain_id = c.id and v.number = c.current_version
             where c.tenant_id = :tenant
            """;

    private final JdbcClient jdbc;
    private final JsonColumn json;

    public JdbcRuleChainStore(JdbcClient jdbc, JsonColumn json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    @Override
    public Optional<ChainVersion> root(TenantId tenant) {
        return jdbc.sql(SELECT + " and c.root")
                .param("tenant", tenant.id())
                .query((row, _) -> version(tenant, row))
                .optional();
    }

    @Override
    public Optional<ChainVersion> find(TenantId tenant, RuleChainId chain) {
        return jdbc.sql(SELECT + " and c.id = :id")
                .param("tenant", tenant.id())
                .param("id", chain.id())
                .query((row, _) -> version(tenant, row))
                .optional();
    }

    @Override
    public CurrentVersions currentVersions(TenantId tenant, Collection<RuleChainId> chains) {
        AtomicReference<@Nullable RuleChainId> root = new AtomicReference<>();
        Map<RuleChainId, Long> numbers = new HashMap<>();
        jdbc.sql(
                        """
                        select id, root, current_version from rule_chain
                         where tenant_id = :tenant and (root or id = any(:ids))
                        """)
                .param("tenant", tenant.id())
                .param("ids", chains.stream().map(RuleChainId::id).toArray(UUID[]::new))
                .query(row -> {
                    RuleChainId chain = new RuleChainId(row.getObject("id", UUID.class));
                    numbers.put(chain, row.getLong("current_version"));
                    if (row.getBoolean("root")) {
                        root.set(chain);
                    }
                });
        return new CurrentVersions(root.get(), numbers);
    }

    private ChainVersion version(TenantId tenant, ResultSet row) throws SQLException {
        return RuleChainMetadata.read(requireNonNull(json.read(row, "graph")))
                .toVersion(
                        tenant,
                        new RuleChainId(row.getObject("id", UUID.class)),
                        row.getLong("number"),
                        row.getString("name"));
    }
}
