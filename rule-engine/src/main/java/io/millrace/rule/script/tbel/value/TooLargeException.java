// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.value;

import org.mvel2.ScriptMemoryOverflowException;

/**
 * Thrown if a value exceeds a bound, or a call the bytes or the steps that it may use. The library passes on this type
 * of exception unchanged.
 */
public final class TooLargeException extends ScriptMemoryOverflowException {

    private static final long serialVersionUID = 1;

    public TooLargeException(String message) {
        super(message);
    }
}
