// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.language;

/** Thrown if a script exceeds one of its limits. Unlike an ordinary error it counts as a strike against the script. */
public final class LimitExceededException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public LimitExceededException(String message) {
        super(message, null, false, false);
    }
}
