// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import java.util.List;

/**
 * The chains that one edit has changed.
 *
 * @param chain the edited chain, in its new state
 * @param others other chains that had to change too, in their new state
 */
public record ChangedChains(RuleChain chain, List<RuleChain> others) {

    public ChangedChains {
        others = List.copyOf(others);
    }
}
