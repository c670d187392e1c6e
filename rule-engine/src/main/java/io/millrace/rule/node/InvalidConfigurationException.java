// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import java.util.List;

/** A node's configuration cannot work. The message says which fields, what was expected and what came. */
public final class InvalidConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final List<String> faults;

    public InvalidConfigurationException(String message) {
        this(List.of(message));
    }

    public InvalidConfigurationException(String message, Throwable cause) {
        super(message, cause);
        this.faults = List.of(message);
    }

    /** Several things are wrong. */
    public InvalidConfigurationException(List<String> faults) {
        super(String.join("; ", faults));
        this.faults = List.copyOf(faults);
    }

    /** What is wrong, each in a sentence that begins with the field: {@code limit: expected ...}. */
    public List<String> faults() {
        return faults;
    }
}
