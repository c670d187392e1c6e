// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.outgoing;

import java.io.IOException;

/** A node may not connect where it wants to. The message says where, why, and what would allow it. */
public final class OutgoingRefusedException extends IOException {

    private static final long serialVersionUID = 1L;

    OutgoingRefusedException(String target, String why) {
        super(
                "%s is refused: %s; MILLRACE_OUTGOING_ALLOW, or outgoingAllow in the tenant's profile, can allow it"
                        .formatted(target, why));
    }
}
