// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.time.Duration;

/**
 * How full the queues of an instance are.
 *
 * @param running deliveries that hold a place under way
 * @param maxRunning number of such places
 * @param runningBytes bytes of the messages of these deliveries
 * @param maxRunningBytes limit of {@code runningBytes}
 * @param lanes lanes that have a message waiting or under way
 * @param waitingLanes lanes that wait for room
 * @param waitingBytes waiting bytes of devices' messages
 * @param maxWaitingBytes limit of {@code waitingBytes}
 * @param madeBytes waiting bytes of messages that the engine created
 * @param maxMadeBytes limit of {@code madeBytes}
 * @param parkedBytes bytes of waiting deliveries whose messages only the in-flight store has
 * @param maxParkedBytes limit of {@code parkedBytes}
 * @param oldestReceipt time since the acceptance of the oldest message whose sender has no receipt yet; zero if there is
 *     none
 * @param waitingSends messages that the engine created and that wait for room on the way into a log
 */
public record QueueLoad(
        long running,
        long maxRunning,
        long runningBytes,
        long maxRunningBytes,
        int lanes,
        int waitingLanes,
        long waitingBytes,
        long maxWaitingBytes,
        long madeBytes,
        long maxMadeBytes,
        long parkedBytes,
        long maxParkedBytes,
        Duration oldestReceipt,
        int waitingSends) {}
