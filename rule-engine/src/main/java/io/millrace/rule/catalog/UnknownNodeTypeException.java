// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

/** Thrown if a chain uses a node type that is not in the catalogue. */
public final class UnknownNodeTypeException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String type;

    public UnknownNodeTypeException(String type) {
        super("Unknown node type " + type);
        this.type = type;
    }

    /** The type as it is in the chain. */
    public String type() {
        return type;
    }
}
