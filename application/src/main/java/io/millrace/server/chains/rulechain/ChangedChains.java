// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import java.util.List;

/**
 * What a change has changed.
 *
 * @param chain the one that somebody meant, as it is now
 * @param others those that had to follow, as they are now
 */
public record ChangedChains(RuleChain chain, List<RuleChain> others) {

    public ChangedChains {
        others = List.copyOf(others);
    }
}
