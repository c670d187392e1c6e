// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import io.millrace.rule.chain.RuleChainHeader;
import io.millrace.rule.chain.RuleChainType;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.DocumentRules;
import io.millrace.server.web.api.NameRules;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The properties of a chain that callers set, without its nodes. */
public record RuleChainContent(
        String name,
        RuleChainType type,
        boolean debugMode,
        @Nullable JsonNode configuration,
        @Nullable JsonNode additionalInfo) {

    /**
     * Checks the name and creates the content.
     *
     * @throws ApiException (400) if the name is invalid
     */
    public static RuleChainContent of(RuleChainHeader header) {
        return new RuleChainContent(
                NameRules.requireName("name", header.name()),
                header.type(),
                header.debugMode(),
                DocumentRules.limited("configuration", header.configuration()),
                DocumentRules.limited("additionalInfo", header.additionalInfo()));
    }

    public RuleChainContent named(String newName) {
        return new RuleChainContent(
                NameRules.requireName("name", newName),
                type,
                debugMode,
                configuration,
                additionalInfo);
    }
}
