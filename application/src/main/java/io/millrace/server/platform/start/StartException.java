// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import org.jspecify.annotations.Nullable;

/**
 * The start failed for a reason that the operator can remove. The message is one complete sentence that says what is
 * wrong and what to do. It is printed unchanged, without a stack trace, and the process ends with status 1.
 */
public final class StartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StartException(String sentence) {
        super(sentence);
    }

    public StartException(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }
}
