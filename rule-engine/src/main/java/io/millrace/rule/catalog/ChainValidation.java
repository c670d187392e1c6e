// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import java.util.List;

/**
 * The result of validating a chain.
 *
 * @param errors errors because of which it cannot run
 * @param deadParts parts that no message ever reaches; the chain can run with them
 * @param warnings parts that are probably not intended; the chain can run with them
 */
public record ChainValidation(
        List<ChainFault> errors, List<DeadPart> deadParts, List<ChainFault> warnings) {

    public ChainValidation {
        errors = List.copyOf(errors);
        deadParts = List.copyOf(deadParts);
        warnings = List.copyOf(warnings);
    }

    /** True if the chain can run. */
    public boolean isValid() {
        return errors.isEmpty();
    }
}
