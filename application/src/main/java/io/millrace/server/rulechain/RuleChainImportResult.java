// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rulechain;

import io.millrace.message.id.RuleChainId;
import org.jspecify.annotations.Nullable;

/**
 * What has become of one chain of an import.
 *
 * @param updated whether it has replaced a chain that was there
 * @param error always null: an import with a fault is refused as a whole
 */
record RuleChainImportResult(
        RuleChainId ruleChainId, String ruleChainName, boolean updated, @Nullable String error) {}
