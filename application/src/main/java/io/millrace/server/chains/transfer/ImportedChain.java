// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.transfer;

import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.chains.validation.ReportedFault;
import java.util.List;

/**
 * A chain that an import has stored.
 *
 * @param chain the chain in its new state
 * @param replaced true if the chain existed before
 */
record ImportedChain(RuleChain chain, boolean replaced) {

    RuleChainImportResult result(List<ReportedFault> warnings) {
        return new RuleChainImportResult(chain.id(), chain.name(), replaced, null, warnings);
    }
}
