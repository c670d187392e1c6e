// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

/** Thrown if a value exceeds the limit of characters or levels. */
public final class TooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1;

    TooLargeException(String message) {
        super(message, null, false, false);
    }
}
