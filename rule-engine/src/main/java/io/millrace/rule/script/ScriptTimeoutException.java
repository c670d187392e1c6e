// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import io.millrace.rule.node.TimedOut;

/** Thrown if a script was stopped because it took too long, or was given up because it could not be stopped. */
public final class ScriptTimeoutException extends ScriptException implements TimedOut {

    private static final long serialVersionUID = 1;

    public ScriptTimeoutException(String message) {
        super(message);
    }
}
