// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

/** Why a message is kept with its contents. */
public enum KeptReason {
    /** Its delivery failed, or a node failed on it. */
    FAILED,
    /** It took longer than {@code millrace.history.slow}. */
    SLOW,
    /** Its originator, or a node or chain that it passed, is watched. */
    WATCHED
}
