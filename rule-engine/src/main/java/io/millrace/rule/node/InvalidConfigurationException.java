// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

/** A node's configuration cannot work. The message says which field, what was expected and what came. */
public final class InvalidConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public InvalidConfigurationException(String message) {
        super(message);
    }

    public InvalidConfigurationException(String message, Throwable cause) {
        super(message, cause);
    }
}
