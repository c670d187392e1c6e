// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

import tools.jackson.core.JacksonException;

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

    /** The payload is not JSON. */
    public static MalformedPayloadException notJson(JacksonException error) {
        return new MalformedPayloadException(
                "the payload is not JSON: " + JsonErrors.describe(error), error);
    }
}
