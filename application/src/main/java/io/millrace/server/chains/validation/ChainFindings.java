// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.validation;

import io.millrace.rule.catalog.ChainFault;
import java.util.List;

/**
 * The result of the check of one graph.
 *
 * @param errors faults for which the graph is refused
 * @param warnings faults with which the graph is accepted
 */
public record ChainFindings(List<ChainFault> errors, List<ChainFault> warnings) {

    public ChainFindings {
        errors = List.copyOf(errors);
        warnings = List.copyOf(warnings);
    }
}
