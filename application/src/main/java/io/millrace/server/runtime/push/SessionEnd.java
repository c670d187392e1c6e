// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

/** Ends a session; has no effect if it has ended. Call it without a lock. */
@FunctionalInterface
interface SessionEnd {

    void close(CloseCause cause, String reason);
}
