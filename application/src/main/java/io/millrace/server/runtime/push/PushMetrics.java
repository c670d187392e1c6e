// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

/** Receives events of sessions for metrics. Called on many threads. */
public interface PushMetrics {

    /** A connection was accepted. */
    void sessionOpened();

    /** A session ended. */
    void sessionClosed(CloseCause cause);

    /** The number of subscriptions changed by this amount. */
    void subscriptionsChanged(int difference);

    /** A message was sent to a client. */
    void messageSent();

    /** Values were discarded because a newer value of their key waits for the same client. */
    void conflated(int values);
}
