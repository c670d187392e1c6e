// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

/**
 * Thrown if a payload does not have the required form. The message says what was expected, what was found, and where.
 */
public final class MalformedPayloadException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public MalformedPayloadException(String message) {
        super(message);
    }

    public MalformedPayloadException(String message, Throwable cause) {
        super(message, cause);
    }
}
