// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.validation;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.millrace.rule.catalog.ChainFault;
import io.millrace.rule.catalog.FaultKind;
import org.jspecify.annotations.Nullable;

/**
 * A fault of a rule chain, as REST reports it.
 *
 * @param ruleChainName the chain if the request contains several; otherwise null
 * @param kind what the fault is about
 * @param subject the type, name, label or id that it is about, see {@link FaultKind}; null for other kinds
 * @param nodeIndex index of the node, from 0 as in the request; null if the fault concerns no single node
 * @param nodeName the node's name, or null
 * @param field path of the field in the metadata: {@code nodes[2].configuration.interval}
 * @param message the error: what is allowed and what was given
 */
public record ReportedFault(
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String ruleChainName,
        FaultKind kind,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String subject,
        @Nullable Integer nodeIndex,
        @Nullable String nodeName,
        String field,
        String message) {

    /** Longer texts are truncated, because they quote too much of the request. */
    private static final int MAX_LENGTH = 500;

    public ReportedFault {
        subject = subject == null ? null : abbreviated(subject);
        nodeName = nodeName == null ? null : abbreviated(nodeName);
        field = abbreviated(field);
        message = abbreviated(message);
    }

    public static ReportedFault of(ChainFault fault) {
        return of(null, fault);
    }

    public static ReportedFault of(@Nullable String ruleChain, ChainFault fault) {
        return new ReportedFault(
                ruleChain,
                fault.kind(),
                fault.subject(),
                fault.nodeIndex(),
                fault.nodeName(),
                fault.field(),
                fault.message());
    }

    /** Returns a fault of a chain of several that concerns no node. */
    public static ReportedFault of(String ruleChain, String field, String message) {
        return of(ruleChain, new ChainFault(null, null, field, message));
    }

    /** Returns the whole fault as one sentence. */
    @Override
    public String toString() {
        String sentence = new ChainFault(nodeIndex, nodeName, field, message).toString();
        return ruleChainName == null
                ? sentence
                : "Rule chain \"%s\": %s".formatted(ruleChainName, sentence);
    }

    static String abbreviated(String text) {
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "…";
    }
}
