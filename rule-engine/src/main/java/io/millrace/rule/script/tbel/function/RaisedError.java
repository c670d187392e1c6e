// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

/** Thrown by a script to end itself; the message is the script's. */
public final class RaisedError extends RuntimeException {

    private static final long serialVersionUID = 1;

    RaisedError(String message) {
        super(message, null, false, false);
    }
}
