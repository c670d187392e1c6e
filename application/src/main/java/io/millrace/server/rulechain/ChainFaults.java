// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rulechain;

import io.millrace.server.api.ApiException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Gathers what is wrong in a request, so that its author hears of all of it at once. */
final class ChainFaults {

    private static final int MAX_TOLD = 100;
    private static final int MAX_LENGTH = 500;

    private final List<String> faults = new ArrayList<>();
    private final Set<String> unknownTypes = new LinkedHashSet<>();
    private int untold;

    void add(String fault) {
        if (faults.size() == MAX_TOLD) {
            untold++;
        } else {
            faults.add(abbreviated(fault));
        }
    }

    void addUnknownTypes(Collection<String> types) {
        types.stream().map(ChainFaults::abbreviated).limit(MAX_TOLD).forEach(unknownTypes::add);
    }

    /** Adds what a check refuses. */
    void checking(String prefix, Runnable check) {
        try {
            check.run();
        } catch (ApiException refusal) {
            add(prefix + refusal.getMessage());
        }
    }

    /**
     * Refuses the request where there is any fault.
     *
     * @throws ApiException (400) with all faults in its message
     */
    void throwIfAny() {
        if (!faults.isEmpty()) {
            throw ApiException.badRequest(types() + String.join("; ", faults) + rest());
        }
    }

    private String types() {
        return unknownTypes.isEmpty()
                ? ""
                : "Unknown node types: %s. ".formatted(String.join(", ", unknownTypes));
    }

    private String rest() {
        return untold == 0 ? "" : "; and %d more".formatted(untold);
    }

    private static String abbreviated(String text) {
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "…";
    }
}
