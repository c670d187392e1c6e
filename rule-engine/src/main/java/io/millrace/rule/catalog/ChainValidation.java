// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import java.util.List;

/**
 * All that is wrong in a chain.
 *
 * @param errors why it cannot run
 * @param deadParts what no message ever takes; it runs all the same
 * @param warnings what else its author probably did not mean; it runs all the same
 * @param unknownTypes the types of nodes that the catalogue lacks, each once; each is an error too
 */
public record ChainValidation(
        List<ChainFault> errors,
        List<DeadPart> deadParts,
        List<ChainFault> warnings,
        List<String> unknownTypes) {

    public ChainValidation {
        errors = List.copyOf(errors);
        deadParts = List.copyOf(deadParts);
        warnings = List.copyOf(warnings);
        unknownTypes = List.copyOf(unknownTypes);
    }

    /** Whether the chain can run. */
    public boolean isValid() {
        return errors.isEmpty();
    }
}
