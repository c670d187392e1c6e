// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import io.millrace.rule.node.TimedOut;

/** A script was stopped because it took longer than it may; or given up, because it could not be stopped either. */
public final class ScriptTimeoutException extends ScriptException implements TimedOut {

    private static final long serialVersionUID = 1;

    public ScriptTimeoutException(String message) {
        super(message);
    }
}
