// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import tools.jackson.databind.json.JsonMapper;

/** The root chain that a new tenant gets. */
public final class DefaultRuleChain {

    private static final String RESOURCE = "root-rule-chain.json";

    private DefaultRuleChain() {}

    /** Loads the chain in the form of an export file: without owner and ids. */
    public static RuleChainDocument load() {
        try (InputStream json = DefaultRuleChain.class.getResourceAsStream(RESOURCE)) {
            if (json == null) {
                throw new IllegalStateException("missing resource " + RESOURCE);
            }
            return RuleChainDocument.read(JsonMapper.shared().readTree(json));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
