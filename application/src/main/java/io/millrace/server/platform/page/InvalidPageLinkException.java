// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.page;

/** A {@link PageLink} has a value out of its range. The message names the field; REST answers 400 with it. */
public final class InvalidPageLinkException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    InvalidPageLinkException(String message) {
        super(message);
    }
}
