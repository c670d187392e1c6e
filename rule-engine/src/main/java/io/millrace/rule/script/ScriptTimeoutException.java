// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

/** A script was stopped because it took longer than it may; or given up, because it could not be stopped either. */
public final class ScriptTimeoutException extends ScriptException {

    private static final long serialVersionUID = 1;

    public ScriptTimeoutException(String message) {
        super(message);
    }
}
