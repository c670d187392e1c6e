// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

/** Is notified of kept messages. It must be quick and must not throw. */
public interface HistoryListener {

    /** Does nothing. */
    HistoryListener NONE = new HistoryListener() {};

    /** Why a message is not kept although it failed, was slow or was watched. */
    enum Cause {
        /** The tenant has reached the limit of the hour. */
        LIMIT,
        /** Too many bytes wait to be written, of the tenant or in all. */
        QUEUE_FULL,
        /** The database refused it. */
        REFUSED,
        /** The service is stopping. */
        STOPPING
    }

    /** A message was written; called once for each reason. */
    default void kept(KeptReason reason) {}

    /** A message is not kept. */
    default void notKept(Cause cause) {}
}
