// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.validation;

import io.millrace.rule.catalog.DeadPart;
import java.util.function.Predicate;

/**
 * What a check accepts as a warning.
 *
 * @param deadParts the parts that no message ever reaches
 * @param missingTypes the node types that the catalogue lacks; their nodes are kept as placeholders
 */
public record Tolerance(Predicate<DeadPart> deadParts, Predicate<String> missingTypes) {

    /** Accepts neither, for new graphs. */
    public static final Tolerance NONE = new Tolerance(_ -> false, _ -> false);

    /** Accepts dead parts, for graphs that have run elsewhere. */
    public static final Tolerance DEAD_PARTS = new Tolerance(_ -> true, _ -> false);

    /** Accepts both, for graphs that were saved before. */
    public static final Tolerance ALL = new Tolerance(_ -> true, _ -> true);

    /** Returns the same tolerance, which also accepts every missing type if {@code keep} is true. */
    public Tolerance keepingUnknown(boolean keep) {
        return keep ? new Tolerance(deadParts, _ -> true) : this;
    }
}
