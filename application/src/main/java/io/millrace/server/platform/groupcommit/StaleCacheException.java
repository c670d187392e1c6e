// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

/**
 * What a {@link BatchWriter} remembered of the database is no longer true. The writer has noted what to read again; the
 * batch is rolled back and written again.
 */
public final class StaleCacheException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StaleCacheException(Throwable cause) {
        super(cause);
    }
}
