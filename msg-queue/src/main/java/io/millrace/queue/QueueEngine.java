// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.id.TenantId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the queues of an instance and runs them. It is created, then started once, then closed. */
public interface QueueEngine extends MessageQueue, AutoCloseable {

    /**
     * Starts taking messages. Blocks until the deliveries that an earlier run left unfinished are loaded.
     *
     * @param handler called for every attempt from now on
     */
    void start(AttemptHandler handler);

    /** Returns how full the queues are. */
    QueueLoad load();

    /**
     * Returns what is in the queues, for those in which something is or was. Reads everything that waits, and may ask
     * the brokers of a log for a second, so it is meant for a user's request only.
     *
     * @param tenant counts only messages of this tenant; null: all messages
     */
    List<QueueContent> contents(@Nullable TenantId tenant);

    /** Gives up what is kept of a tenant that was deleted. Its messages in flight are not affected. */
    void forget(TenantId tenant);

    /** Takes no more messages, waits a limited time for those in flight, and hands the rest over. */
    @Override
    void close();
}
