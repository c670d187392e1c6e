// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

/**
 * Thrown if a call of a script fails. The message is for the script's author: the error, and its position in the
 * script.
 */
public sealed class ScriptException extends RuntimeException permits ScriptTimeoutException {

    private static final long serialVersionUID = 1;

    public ScriptException(String message) {
        super(message);
    }

    public ScriptException(String message, Throwable cause) {
        super(message, cause);
    }
}
