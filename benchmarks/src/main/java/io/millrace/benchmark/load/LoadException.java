// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

/** A run cannot begin or go on. The message tells the person who started it why, in one sentence. */
final class LoadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LoadException(String message) {
        super(message);
    }
}
