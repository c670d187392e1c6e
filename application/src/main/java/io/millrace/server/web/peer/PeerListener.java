// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.peer;

/** Is told of missing answers, for metrics. */
@FunctionalInterface
public interface PeerListener {

    /** Why an instance's answer is missing. */
    enum Reason {
        /** It did not answer within the time limit. */
        TIMEOUT,
        /** It was not asked, because it did not answer in time a moment ago. */
        SKIPPED,
        /** No connection to it could be made, or the connection broke. */
        UNREACHABLE,
        /** It answered with another status than 200. */
        STATUS,
        /** Another instance, or another service, answered at its address. */
        OTHER_INSTANCE,
        /** Its answer was longer than there is room for. */
        TOO_LARGE,
        /** Its answer could not be read. */
        UNREADABLE,
        /** It was not asked, because too many requests were asking the other instances. */
        BUSY
    }

    /** An instance's answer is missing. */
    void unanswered(Reason reason);
}
