// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.rulestate;

import io.millrace.message.id.RuleChainId;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import java.util.Objects;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Removes the states of nodes that no longer exist. Those of deleted chains and devices are removed by foreign keys. */
@Component
public final class RuleStateRows {

    private final JdbcClient jdbc;

    public RuleStateRows(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Removes the states of nodes that a chain no longer has, in the transaction of the caller. */
    public void saved(RuleChainId chain, RuleChainMetadata graph) {
        UUID[] nodes =
                graph.nodes().stream()
                        .map(RuleNodeDocument::id)
                        .filter(Objects::nonNull)
                        .map(node -> node.id())
                        .toArray(UUID[]::new);
        jdbc.sql("delete from rule_node_state where chain_id = ? and node_id <> all (?)")
                .params(chain.id(), nodes)
                .update();
    }
}
