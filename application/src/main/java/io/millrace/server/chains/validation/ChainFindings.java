// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.validation;

import io.millrace.rule.catalog.ChainFault;
import java.util.List;

/**
 * What a check of one graph has found.
 *
 * @param errors for which it is refused
 * @param warnings with which it is taken
 * @param unknownTypes the types of nodes that the catalogue lacks, each once; each is an error too
 */
public record ChainFindings(
        List<ChainFault> errors, List<ChainFault> warnings, List<String> unknownTypes) {

    public ChainFindings {
        errors = List.copyOf(errors);
        warnings = List.copyOf(warnings);
        unknownTypes = List.copyOf(unknownTypes);
    }
}
