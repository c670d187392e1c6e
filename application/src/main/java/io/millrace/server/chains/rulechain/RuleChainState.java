// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import io.millrace.message.id.RuleNodeId;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a chain that the service sets.
 *
 * @param root true if it is the tenant's root chain
 * @param firstNode the node that messages enter; null if messages end at once
 * @param currentVersion number of the current version of its nodes, from 1
 * @param version counts all changes, also of the name, from 1; used for optimistic locking
 */
public record RuleChainState(
        boolean root, @Nullable RuleNodeId firstNode, long currentVersion, long version) {}
