// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import io.millrace.rule.chain.RuleChainMetadata;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Shows stored chains with the warnings that they are taken with, as {@code warnings} beside what ThingsBoard shows. */
@Component
final class MetadataView {

    private static final String WARNINGS = "warnings";

    private final ChainCheck check;
    private final JsonMapper json;

    MetadataView(ChainCheck check, JsonMapper json) {
        this.check = check;
        this.json = json;
    }

    /** Nodes and connections. */
    ObjectNode of(RuleChainMetadata stored) {
        return stored.toJson().set(WARNINGS, json.valueToTree(warnings(stored)));
    }

    /** A chain apart from its nodes. */
    ObjectNode of(RuleChain chain, RuleChainMetadata stored) {
        return chain.header().toJson().set(WARNINGS, json.valueToTree(warnings(stored)));
    }

    /** The warnings alone. */
    List<ToldFault> warnings(RuleChainMetadata stored) {
        return check.warnings(stored).stream().map(ToldFault::of).toList();
    }
}
