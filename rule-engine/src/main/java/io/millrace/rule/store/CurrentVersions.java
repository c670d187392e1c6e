// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.RuleChainId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of the current versions of some chains of a tenant, read at one moment.
 *
 * @param root the tenant's root chain, or null if it has none
 * @param numbers the version of each chain that exists; the root chain is among them
 */
public record CurrentVersions(@Nullable RuleChainId root, Map<RuleChainId, Long> numbers) {

    public CurrentVersions {
        numbers = Map.copyOf(numbers);
    }
}
