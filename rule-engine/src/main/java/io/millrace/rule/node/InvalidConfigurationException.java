// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import java.util.List;

/** Thrown if a node's configuration cannot work. The message names the fields, what was expected and what was found. */
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

    /** Creates an exception for several faults. */
    public InvalidConfigurationException(List<String> faults) {
        super(String.join("; ", faults));
        this.faults = List.copyOf(faults);
    }

    /** The faults, each a sentence that begins with the field: {@code limit: must be ...}. */
    public List<String> faults() {
        return faults;
    }
}
