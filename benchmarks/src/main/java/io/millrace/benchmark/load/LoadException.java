// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

/** A run cannot start or continue. The message is one sentence with the reason, for the user who started it. */
public final class LoadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public LoadException(String message) {
        super(message);
    }
}
