// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

/** A value has more characters or levels than a script may make. */
public final class TooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1;

    TooLargeException(String message) {
        super(message, null, false, false);
    }
}
