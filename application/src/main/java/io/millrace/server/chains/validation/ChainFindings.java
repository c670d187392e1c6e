// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.validation;

import io.millrace.rule.catalog.ChainFault;
import java.util.List;

/**
 * The result of the check of one graph.
 *
 * @param errors faults for which the graph is refused
 * @param warnings faults with which the graph is accepted
 * @param unknownTypes the node types that the catalogue lacks, without duplicates; each is also an error
 */
public record ChainFindings(
        List<ChainFault> errors, List<ChainFault> warnings, List<String> unknownTypes) {

    public ChainFindings {
        errors = List.copyOf(errors);
        warnings = List.copyOf(warnings);
        unknownTypes = List.copyOf(unknownTypes);
    }
}
