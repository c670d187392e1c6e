// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

/** A script's call went wrong. The message is for the script's author: what, and where in the script. */
public sealed class ScriptException extends RuntimeException permits ScriptTimeoutException {

    private static final long serialVersionUID = 1;

    public ScriptException(String message) {
        super(message);
    }

    public ScriptException(String message, Throwable cause) {
        super(message, cause);
    }
}
