// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import org.jspecify.annotations.Nullable;

/** The purpose of a relation, with ThingsBoard's names. Relations that users add are in {@link #COMMON}. */
public enum RelationTypeGroup {
    COMMON,
    DASHBOARD,
    RULE_CHAIN,
    RULE_NODE,
    EDGE,
    EDGE_AUTO_ASSIGN_RULE_CHAIN;

    /** The group with a name; {@link #COMMON} for an unknown name, as in ThingsBoard. */
    static RelationTypeGroup named(@Nullable String name) {
        for (RelationTypeGroup group : values()) {
            if (group.name().equals(name)) {
                return group;
            }
        }
        return COMMON;
    }
}
