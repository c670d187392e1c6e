// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import java.util.List;

/**
 * A chain that an import has stored.
 *
 * @param chain as it is now
 * @param replaced whether it was there before
 */
record ImportedChain(RuleChain chain, boolean replaced) {

    RuleChainImportResult result(List<ToldFault> warnings) {
        return new RuleChainImportResult(chain.id(), chain.name(), replaced, null, warnings);
    }
}
