// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

/** A store refuses a value for good. The message says which and why. */
public final class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
