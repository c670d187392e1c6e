// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.editing;

import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.chains.validation.ChainCheck;
import io.millrace.server.chains.validation.ReportedFault;
import java.util.List;
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
    private final JsonMapper json;

    MetadataView(ChainCheck check, JsonMapper json) {
        this.check = check;
        this.json = json;
    }

    /** Returns nodes and connections, with the warnings. */
    public ObjectNode of(TenantId tenant, RuleChainMetadata stored) {
        return stored.toJson().set(WARNINGS, json.valueToTree(warnings(tenant, stored)));
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
