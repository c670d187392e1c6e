// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.validation;

import io.millrace.rule.catalog.ChainFault;
import io.millrace.rule.catalog.FaultKind;
import io.millrace.server.web.api.ApiException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Collects the faults of a request, so that the response reports all of them at once. */
public final class ChainFaults {

    private static final int MAX_TOLD = 100;

    private final List<ReportedFault> errors = new ArrayList<>();
    private final List<ReportedFault> warnings = new ArrayList<>();
    private final Map<FaultKind, Set<String>> missingTypes = new EnumMap<>(FaultKind.class);
    private int untold;

    public void add(ReportedFault error) {
        if (errors.size() == MAX_TOLD) {
            untold++;
        } else {
            errors.add(error);
        }
    }

    /**
     * Adds the findings for a graph.
     *
     * @param ruleChain the chain's name if the request contains several chains, otherwise null
     */
    public void add(@Nullable String ruleChain, ChainFindings findings) {
        findings.errors().forEach(error -> add(ReportedFault.of(ruleChain, error)));
        findings.warnings().stream()
                .limit(MAX_TOLD - warnings.size())
                .map(warning -> ReportedFault.of(ruleChain, warning))
                .forEach(warnings::add);
        findings.errors().stream()
                .filter(error -> error.kind().isMissingType())
                .forEach(this::addType);
    }

    private void addType(ChainFault missing) {
        Set<String> types =
                missingTypes.computeIfAbsent(missing.kind(), _ -> new LinkedHashSet<>());
        if (missing.subject() != null && types.size() < MAX_TOLD) {
            types.add(ReportedFault.abbreviated(missing.subject()));
        }
    }

    /** Runs a check of a chain's other properties, and adds its error. The error's message begins with the field. */
    public void checking(String ruleChain, Runnable check) {
        try {
            check.run();
        } catch (ApiException refusal) {
            String[] sentence = String.valueOf(refusal.getMessage()).split(": ", 2);
            ChainFault fault =
                    new ChainFault(null, null, sentence[0], sentence[sentence.length - 1]);
            add(ReportedFault.of(ruleChain, fault));
        }
    }

    /**
     * Refuses the request if there is any error.
     *
     * @throws ApiException (400) with all errors in its message, and with errors and warnings as lists
     */
    public void throwIfAny() {
        if (!errors.isEmpty()) {
            String sentences =
                    errors.stream().map(ReportedFault::toString).collect(Collectors.joining("; "));
            throw ApiException.badRequest(
                    types() + sentences + rest(), Map.of("errors", errors, "warnings", warnings));
        }
    }

    private String types() {
        return missingTypes.entrySet().stream()
                .map(entry ->
                        "%s: %s. "
                                .formatted(
                                        title(entry.getKey()), String.join(", ", entry.getValue())))
                .collect(Collectors.joining());
    }

    private static String title(FaultKind kind) {
        return switch (kind) {
            case TYPE_OF_THINGSBOARD_PE -> "Node types of ThingsBoard PE";
            case TYPE_NOT_YET -> "Node types that are not yet in Millrace";
            default -> "Unknown node types";
        };
    }

    private String rest() {
        return untold == 0 ? "" : "; and %d more".formatted(untold);
    }
}
