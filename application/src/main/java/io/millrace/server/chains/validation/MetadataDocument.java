// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.validation;

import io.millrace.message.id.RuleChainId;
import io.millrace.rule.chain.ConnectionDocument;
import io.millrace.rule.chain.RuleNodeDocument;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Nodes and connections as the API reads and writes them. Only describes the JSON; controllers read and write trees.
 *
 * @param ruleChainId the chain; absent in export files and in a new chain
 * @param version for optimistic locking
 * @param firstNodeIndex index of the node that messages enter
 * @param connections null: none
 * @param warnings faults that do not prevent a save; ignored in requests
 */
@Schema(name = "RuleChainMetaData")
public record MetadataDocument(
        @Nullable RuleChainId ruleChainId,
        @Nullable Long version,
        @Nullable Integer firstNodeIndex,
        List<RuleNodeDocument> nodes,
        @Nullable List<ConnectionDocument> connections,
        @Nullable List<ReportedFault> warnings) {}
