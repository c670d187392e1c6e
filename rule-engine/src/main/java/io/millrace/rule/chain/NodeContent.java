// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import com.github.benmanes.caffeine.cache.Interner;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a node of a chain is apart from its id. The chains of tenants mostly begin as copies of one chain, so equal
 * contents are kept in memory once.
 *
 * @param type the node type: Millrace's id or ThingsBoard's class name
 * @param name the name that a user gave it
 * @param configuration the JSON that is bound to the configuration record of its type; must not be changed
 * @param configurationVersion the version of {@code configuration}
 * @param queueName the queue configured for it, or null
 */
public record NodeContent(
        String type,
        String name,
        JsonNode configuration,
        int configurationVersion,
        @Nullable String queueName) {

    /** Keeps a content as long as a node has it. */
    private static final Interner<NodeContent> CONTENTS = Interner.newWeakInterner();

    /** True for the same content; the order of the properties counts, because a node renames keys in that order. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NodeContent that
                && type.equals(that.type)
                && name.equals(that.name)
                && configurationVersion == that.configurationVersion
                && Objects.equals(queueName, that.queueName)
                && configuration.equals(that.configuration)
                && configuration.toString().equals(that.configuration.toString());
    }

    @Override
    public int hashCode() {
        return Objects.hash(type, name, configuration, configurationVersion, queueName);
    }

    /** Returns the one content in memory that is equal to this one. Its configuration is a copy. */
    NodeContent shared() {
        // Whoever made the configuration may change it.
        return CONTENTS.intern(
                new NodeContent(
                        type, name, configuration.deepCopy(), configurationVersion, queueName));
    }
}
