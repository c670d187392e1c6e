// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.transfer;

import io.millrace.message.id.RuleChainId;
import io.millrace.server.chains.validation.ReportedFault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has become of one chain of an import.
 *
 * @param updated whether it has replaced a chain that was there
 * @param error always null: an import with an error is refused as a whole
 * @param warnings with which it was taken
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
