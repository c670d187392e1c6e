// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import io.millrace.message.id.RuleNodeId;
import org.jspecify.annotations.Nullable;

/**
 * What the service, not the caller, decides about a chain.
 *
 * @param root whether the tenant's messages enter it
 * @param firstNode where messages enter it; null: they end at once
 * @param currentVersion number of the version of its nodes that runs, from 1
 * @param version counts all changes, those of the name included, from 1
 */
public record RuleChainState(
        boolean root, @Nullable RuleNodeId firstNode, long currentVersion, long version) {}
