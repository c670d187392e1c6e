// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * What is in a queue of an instance, of all tenants or of one.
 *
 * @param waiting messages that wait to start, in memory or parked in the in-flight store
 * @param retrying messages that wait for the time of their next attempt
 * @param running messages that are being processed, or whose dead letters are being written
 * @param oldestWaiting time since this instance has taken in the oldest message that starts next in its order key; zero
 *     if none waits
 * @param unread records in the log that this instance will read; empty if there is no log, it is shared with other
 *     tenants, or the brokers did not answer
 */
public record QueueContent(
        QueueKey queue,
        long waiting,
        long retrying,
        long running,
        Duration oldestWaiting,
        OptionalLong unread) {

    /** The content of a queue that has no log. */
    public QueueContent(
            QueueKey queue, long waiting, long retrying, long running, Duration oldestWaiting) {
        this(queue, waiting, retrying, running, oldestWaiting, OptionalLong.empty());
    }

    /** Returns the content of a queue in which nothing is. */
    public static QueueContent empty(QueueKey queue) {
        return new QueueContent(queue, 0, 0, 0, Duration.ZERO);
    }

    /** Adds another part of the same queue; neither has a log. */
    public QueueContent plus(QueueContent other) {
        return new QueueContent(
                queue,
                waiting + other.waiting,
                retrying + other.retrying,
                running + other.running,
                oldestWaiting.compareTo(other.oldestWaiting) < 0
                        ? other.oldestWaiting
                        : oldestWaiting);
    }

    /** The same content with the number of unread records. */
    public QueueContent withUnread(OptionalLong records) {
        return new QueueContent(queue, waiting, retrying, running, oldestWaiting, records);
    }
}
