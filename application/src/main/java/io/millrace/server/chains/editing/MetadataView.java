// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.editing;

import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.DebugSettings;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.chains.validation.ChainCheck;
import io.millrace.server.chains.validation.ReportedFault;
import io.millrace.server.store.history.MessageWatches;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Shows stored chains in ThingsBoard's format, with an additional field {@code warnings} for the faults that do not
 * prevent a save.
 */
@Component
public final class MetadataView {

    private static final String WARNINGS = "warnings";

    private final ChainCheck check;
    private final MessageWatches watches;
    private final JsonMapper json;

    MetadataView(ChainCheck check, MessageWatches watches, JsonMapper json) {
        this.check = check;
        this.watches = watches;
        this.json = json;
    }

    /** Returns nodes and connections, with the warnings and the watches of nodes that have not ended. */
    public ObjectNode of(TenantId tenant, RuleChainMetadata stored) {
        Map<RuleNodeId, Long> until = watches.ofNodes(tenant);
        return stored.withNodes(node -> debugged(node, until.getOrDefault(node.id(), 0L)))
                .toJson()
                .set(WARNINGS, json.valueToTree(warnings(tenant, stored)));
    }

    /** Returns the node with the time of its watch, because a watch may begin and end without a save. */
    private static RuleNodeDocument debugged(RuleNodeDocument node, long until) {
        DebugSettings stored = node.debugSettings();
        if (stored == null) {
            return until == 0
                    ? node
                    : node.withDebugSettings(new DebugSettings(false, false, until));
        }
        return node.withDebugSettings(new DebugSettings(stored.failuresEnabled(), false, until));
    }

    /** Returns a chain without its nodes, with the warnings. */
    public ObjectNode of(RuleChain chain, RuleChainMetadata stored) {
        return chain.header()
                .toJson()
                .set(WARNINGS, json.valueToTree(warnings(chain.tenantId(), stored)));
    }

    /** Returns only the warnings. */
    public List<ReportedFault> warnings(TenantId tenant, RuleChainMetadata stored) {
        return check.warnings(tenant, stored).stream().map(ReportedFault::of).toList();
    }
}
