// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.editing;

import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.chains.validation.ChainCheck;
import io.millrace.server.chains.validation.ReportedFault;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Shows stored chains with the warnings that they are taken with, as {@code warnings} beside what ThingsBoard shows. */
@Component
public final class MetadataView {

    private static final String WARNINGS = "warnings";

    private final ChainCheck check;
    private final JsonMapper json;

    MetadataView(ChainCheck check, JsonMapper json) {
        this.check = check;
        this.json = json;
    }

    /** Nodes and connections. */
    public ObjectNode of(RuleChainMetadata stored) {
        return stored.toJson().set(WARNINGS, json.valueToTree(warnings(stored)));
    }

    /** A chain apart from its nodes. */
    public ObjectNode of(RuleChain chain, RuleChainMetadata stored) {
        return chain.header().toJson().set(WARNINGS, json.valueToTree(warnings(stored)));
    }

    /** The warnings alone. */
    public List<ReportedFault> warnings(RuleChainMetadata stored) {
        return check.warnings(stored).stream().map(ReportedFault::of).toList();
    }
}
