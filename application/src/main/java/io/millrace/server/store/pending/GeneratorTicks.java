// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.pending;

import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.node.flow.GeneratorTick;
import io.millrace.rule.node.flow.GeneratorTick.First;
import java.sql.Timestamp;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Starts the generators of chains that are saved. */
@Component
public final class GeneratorTicks {

    private final JdbcClient jdbc;

    public GeneratorTicks(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Stores the first tick of each generator of a chain, in the transaction of the caller.
     *
     * @param now milliseconds since the epoch
     */
    public void saved(TenantId tenant, RuleChainId chain, RuleChainMetadata graph, long now) {
        graph.nodes().stream()
                .flatMap(node -> GeneratorTick.first(tenant, chain, node, now).stream())
                .forEach(this::add);
    }

    private void add(First first) {
        jdbc.sql(
                        """
                        insert into pending_message (id, tenant_id, chain_id, node_id, originator_type, originator_id,
                                                     due_at, message)
                        values (?, ?, ?, ?, ?, ?, ?, ?)
                        on conflict (node_id, id) do nothing
                        """)
                .params(
                        first.tick().id(),
                        first.site().tenant().id(),
                        first.site().chain().id(),
                        first.site().node().id(),
                        first.site().originator().type().name(),
                        first.site().originator().id(),
                        new Timestamp(first.tick().dueAt()),
                        RuleMessageCodec.encode(first.tick().message()))
                .update();
    }
}
