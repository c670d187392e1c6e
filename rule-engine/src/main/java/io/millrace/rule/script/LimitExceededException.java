// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

/** Thrown if a script exceeds one of its limits. Unlike an ordinary error it counts as a strike against the script. */
final class LimitExceededException extends RuntimeException {

    private static final long serialVersionUID = 1;

    LimitExceededException(String message) {
        super(message, null, false, false);
    }
}
