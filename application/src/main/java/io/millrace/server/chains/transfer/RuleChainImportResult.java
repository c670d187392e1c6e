// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.transfer;

import io.millrace.message.id.RuleChainId;
import io.millrace.server.chains.validation.ReportedFault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of the import of one chain.
 *
 * @param updated true if it replaced an existing chain
 * @param error always null: an import with an error is refused as a whole
 * @param warnings the faults that did not prevent the import
 */
record RuleChainImportResult(
        RuleChainId ruleChainId,
        String ruleChainName,
        boolean updated,
        @Nullable String error,
        List<ReportedFault> warnings) {

    RuleChainImportResult {
        warnings = List.copyOf(warnings);
    }
}
