// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

/** A chain names a type of node that the catalogue lacks. */
public final class UnknownNodeTypeException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String type;

    public UnknownNodeTypeException(String type) {
        super("Unknown node type " + type);
        this.type = type;
    }

    /** The type as the chain names it. */
    public String type() {
        return type;
    }
}
