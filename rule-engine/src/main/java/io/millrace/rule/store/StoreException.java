// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

/**
 * Thrown if a store rejects a value permanently, or if the values that a read asks for are too large for one answer. The
 * message names the value or the entity, and the reason.
 */
public final class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
