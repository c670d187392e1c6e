// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.version;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.server.web.entity.EntityLookup;
import io.millrace.server.web.entity.TenantEntity;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Finds nodes of a tenant's rule chains, those of former versions too. It is no bean of type {@link EntityLookup}: the
 * endpoints for entities of any type, such as telemetry, do not know nodes.
 */
@Component
public final class RuleNodes {

    private final EntityLookup<RuleNode> lookup;

    RuleNodes(JdbcClient jdbc) {
        this.lookup = new Lookup(jdbc);
    }

    /** A node of a tenant's rule chain. */
    public record RuleNode(TenantId tenantId, RuleNodeId id) implements TenantEntity {

        @Override
        public EntityId entityId() {
            return id.entity();
        }

        @Override
        public String name() {
            return id.toString();
        }

        @Override
        public boolean visibleTo(CustomerId customer) {
            return false;
        }
    }

    /** Returns the lookup of nodes. */
    public EntityLookup<RuleNode> lookup() {
        return lookup;
    }

    private record Lookup(JdbcClient jdbc) implements EntityLookup<RuleNode> {

        @Override
        public EntityType type() {
            return EntityType.RULE_NODE;
        }

        @Override
        public Optional<RuleNode> find(TenantId tenant, UUID id) {
            return jdbc.sql(
                            """
                            select n.id from rule_node n join rule_chain c on c.id = n.rule_chain_id
                             where n.id = :id and c.tenant_id = :tenant
                            """)
                    .param("id", id)
                    .param("tenant", tenant.id())
                    .query(UUID.class)
                    .optional()
                    .map(found -> new RuleNode(tenant, new RuleNodeId(found)));
        }
    }
}
