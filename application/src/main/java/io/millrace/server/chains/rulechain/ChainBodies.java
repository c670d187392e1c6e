// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.RuleChainBundle;
import io.millrace.rule.chain.RuleChainDocument;
import io.millrace.rule.chain.RuleChainHeader;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.server.web.api.ApiException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Reads chains from request bodies. Malformed bodies are refused with 400. */
@Component
public final class ChainBodies {

    private final RuleChainRepository chains;

    ChainBodies(RuleChainRepository chains) {
        this.chains = chains;
    }

    /** Reads a chain without its nodes. */
    public RuleChainHeader header(JsonNode body) {
        return reading("", () -> RuleChainHeader.read(body));
    }

    /** Reads nodes and connections. */
    public RuleChainMetadata metadata(TenantId tenant, JsonNode body) {
        return reading("", () -> RuleChainMetadata.read(body, namesIn(tenant)));
    }

    /** Reads the export file of one chain. */
    public RuleChainDocument document(TenantId tenant, JsonNode body) {
        return new RuleChainDocument(
                reading("ruleChain: ", () -> RuleChainHeader.read(body.path("ruleChain"))),
                reading(
                        "metadata: ",
                        () -> RuleChainMetadata.read(body.path("metadata"), namesIn(tenant))));
    }

    /** Reads an export of several chains; it must contain at least one. */
    public RuleChainBundle bundle(JsonNode body) {
        RuleChainBundle bundle = reading("", () -> RuleChainBundle.read(body));
        if (bundle.ruleChains().isEmpty()) {
            throw ApiException.badRequest(
                    "ruleChains: must contain at least one rule chain, but is empty");
        }
        return bundle;
    }

    /** Returns a lookup of the names of a tenant's chains, which are loaded on first use. */
    private Function<RuleChainId, Optional<String>> namesIn(TenantId tenant) {
        return new Function<>() {

            private Optional<Map<RuleChainId, String>> names = Optional.empty();

            @Override
            public Optional<String> apply(RuleChainId chain) {
                if (names.isEmpty()) {
                    names = Optional.of(chains.names(tenant));
                }
                return names.map(known -> known.get(chain));
            }
        };
    }

    private static <T> T reading(String path, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest(path + e.getMessage());
        }
    }
}
