// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.validation;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.millrace.rule.catalog.ChainFault;
import org.jspecify.annotations.Nullable;

/**
 * A fault as the API tells it.
 *
 * @param ruleChainName the chain, where a request brings several; null where it brings one
 * @param nodeIndex the node that it is about, counted from 0 as in the request, or null: none in particular
 * @param nodeName the node's name, or null
 * @param field what is wrong, as a path in the metadata: {@code nodes[2].configuration.interval}
 * @param message what was expected and what came
 */
public record ReportedFault(
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String ruleChainName,
        @Nullable Integer nodeIndex,
        @Nullable String nodeName,
        String field,
        String message) {

    /** Beyond this a text quotes too much of what came. */
    private static final int MAX_LENGTH = 500;

    public ReportedFault {
        nodeName = nodeName == null ? null : abbreviated(nodeName);
        field = abbreviated(field);
        message = abbreviated(message);
    }

    public static ReportedFault of(ChainFault fault) {
        return of(null, fault);
    }

    public static ReportedFault of(@Nullable String ruleChain, ChainFault fault) {
        return new ReportedFault(
                ruleChain, fault.nodeIndex(), fault.nodeName(), fault.field(), fault.message());
    }

    /** One sentence that says all. */
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
