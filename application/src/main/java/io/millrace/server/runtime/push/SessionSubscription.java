// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

/** What a session has subscribed to by a command. It ends when the client demands it, or with the session. */
sealed interface SessionSubscription permits Subscription, Feed {

    /** The id of the command. */
    int cmdId();

    /** From now on it is served. */
    void enter(PushSessions sessions);

    /** Reverses {@link #enter}; has no effect if it is not served. */
    void leave(PushSessions sessions);

    /** Encodes why the client gets no more. */
    String error(int code, String message);
}
