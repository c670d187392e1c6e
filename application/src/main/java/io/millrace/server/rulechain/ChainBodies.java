// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rulechain;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.RuleChainHeader;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.server.api.ApiException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Reads chains out of the bodies of requests. */
@Component
final class ChainBodies {

    private final RuleChainRepository chains;

    ChainBodies(RuleChainRepository chains) {
        this.chains = chains;
    }

    /**
     * A chain apart from its nodes.
     *
     * @throws ApiException (400) where the body is none
     */
    RuleChainHeader header(JsonNode body) {
        return reading(() -> RuleChainHeader.read(body));
    }

    /**
     * Nodes and connections.
     *
     * @throws ApiException (400) where the body is none
     */
    RuleChainMetadata metadata(TenantId tenant, JsonNode body) {
        return reading(() -> RuleChainMetadata.read(body, namesIn(tenant)));
    }

    /** The names of a tenant's chains, loaded when the first is wanted. */
    Function<RuleChainId, Optional<String>> namesIn(TenantId tenant) {
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

    private static <T> T reading(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest(String.valueOf(e.getMessage()));
        }
    }
}
