// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import java.io.IOException;

/** A request's body is larger than the limit. */
final class BodyTooLargeException extends IOException {

    private static final long serialVersionUID = 1;

    BodyTooLargeException(long limit) {
        super("The body is larger than " + limit + " bytes");
    }
}
