// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.outgoing;

import java.io.IOException;

/**
 * Thrown if a node may not connect to a target. The message names the target, the reason, and the settings that would
 * allow it.
 */
public final class OutgoingRefusedException extends IOException {

    private static final long serialVersionUID = 1L;

    OutgoingRefusedException(String target, String why) {
        super(
                "%s is refused: %s;".formatted(target, why)
                        + " MILLRACE_OUTGOING_ALLOW, or outgoingAllow in the tenant's profile, can allow it");
    }
}
