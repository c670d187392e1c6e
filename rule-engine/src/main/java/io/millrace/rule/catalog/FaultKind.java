// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

/** What a finding in a chain is about. Programs group findings by it. */
public enum FaultKind {

    /** A node type that belongs to ThingsBoard PE. The subject is the type. */
    TYPE_OF_THINGSBOARD_PE,

    /** A node type of ThingsBoard CE that Millrace does not have yet. The subject is the type. */
    TYPE_NOT_YET,

    /** A node type that is neither Millrace's nor ThingsBoard's, nor a plugin's. The subject is the type. */
    UNKNOWN_TYPE,

    /** A configuration that cannot work. */
    CONFIGURATION,

    /** A call of a chain that does not exist. The subject is the id of that chain. */
    MISSING_CHAIN,

    /** A node that no message can reach. */
    UNREACHABLE,

    /** A connection whose label its node never emits. The subject is the label. */
    LABEL_NEVER_EMITTED,

    /** The label {@code Failure} of an external node that leads nowhere. */
    FAILURE_NOT_CONNECTED,

    /** A name that several nodes have. The subject is the name. */
    SAME_NAME,

    /** A chain without a first node. */
    NO_FIRST_NODE,

    /** Every other finding: an index without a node, a cycle, a blank or invalid name, an id of another node. */
    STRUCTURE;

    /** True if the finding is a node type that the catalogue lacks. */
    public boolean isMissingType() {
        return this == TYPE_OF_THINGSBOARD_PE || this == TYPE_NOT_YET || this == UNKNOWN_TYPE;
    }
}
