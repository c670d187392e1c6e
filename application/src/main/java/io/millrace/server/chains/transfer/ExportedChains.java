// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.transfer;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.rule.chain.RuleChainHeader;
import io.millrace.server.chains.validation.MetadataDocument;
import io.millrace.server.chains.validation.ReportedFault;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * An export of rule chains. The records only describe the JSON; the controller reads and writes trees.
 *
 * @param metadata nodes and connections, in the order of the chains
 */
@Schema(name = "RuleChainData")
record ExportedChains(List<RuleChainHeader> ruleChains, List<MetadataDocument> metadata) {

    /** The file of one rule chain. */
    @Schema(name = "RuleChainFile")
    record File(RuleChainHeader ruleChain, MetadataDocument metadata) {}

    /** A chain that was created from a file. */
    @Schema(name = "ImportedRuleChain")
    record Imported(@JsonUnwrapped RuleChainHeader ruleChain, List<ReportedFault> warnings) {}
}
