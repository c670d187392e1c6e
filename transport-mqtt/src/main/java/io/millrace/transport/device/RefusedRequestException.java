// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.device;

/** A device's request that is well-formed but not allowed; the message says why, for people. */
public final class RefusedRequestException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Creates a refusal. It has no stack trace: the reason lies in data. */
    public RefusedRequestException(String message) {
        super(message, null, false, false);
    }
}
