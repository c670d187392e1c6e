// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.openapi;

import io.millrace.rule.chain.ConnectionDocument;
import io.millrace.rule.chain.RuleChainHeader;
import io.millrace.rule.chain.RuleNodeDocument;
import io.swagger.v3.core.jackson.TypeNameResolver;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The names of schemas. A nested type has the name of its outer type in front of its own, because nested types of
 * different features have the same simple names. The words Controller and View of outer types are left out, and what the name
 * would repeat.
 */
final class SchemaNames extends TypeNameResolver {

    /** ThingsBoard's names of types that know nothing of the description. */
    private static final Map<Class<?>, String> THINGSBOARD =
            Map.of(
                    RuleChainHeader.class, "RuleChain",
                    RuleNodeDocument.class, "RuleNode",
                    ConnectionDocument.class, "NodeConnectionInfo");

    private final Map<String, Class<?>> named = new ConcurrentHashMap<>();

    /** @throws IllegalStateException if another class has the same name: one schema would describe both */
    @Override
    protected String getNameOfClass(Class<?> type) {
        String name = nameOf(type);
        Class<?> other = named.putIfAbsent(name, type);
        if (other != null && other != type) {
            throw new IllegalStateException(
                    "Schema name %s belongs to %s and to %s; rename one, or give it @Schema(name)"
                            .formatted(name, other.getName(), type.getName()));
        }
        return name;
    }

    private static String nameOf(Class<?> type) {
        String known = THINGSBOARD.get(type);
        if (known != null) {
            return known;
        }
        Class<?> outer = type.getDeclaringClass();
        String prefix = outer == null ? "" : nameOf(outer).replaceFirst("(Controller|View)$", "");
        String name = type.getSimpleName();
        return name.startsWith(prefix) ? name : prefix + name;
    }
}
