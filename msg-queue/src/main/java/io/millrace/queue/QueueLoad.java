// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

/**
 * How full a queue is.
 *
 * @param running deliveries that have a place under way
 * @param maxRunning how many places there are
 * @param lanes originators of which something waits or is under way
 * @param waitingLanes those of them that wait for room
 * @param waitingBytes bytes of devices' messages that wait
 * @param maxWaitingBytes how many of these may wait
 * @param madeBytes bytes of the engine's messages that wait
 * @param maxMadeBytes how many of these may wait
 */
public record QueueLoad(
        long running,
        long maxRunning,
        int lanes,
        int waitingLanes,
        long waitingBytes,
        long maxWaitingBytes,
        long madeBytes,
        long maxMadeBytes) {}
