// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.peer;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Figures of the messages to devices that are connected to other instances, for metrics.
 *
 * @param waitingBytes bytes of messages that wait to be sent
 * @param pendingCalls number of calls that have not ended
 * @param accepted number of messages that were accepted
 * @param lost number of messages that their instance did not take
 * @param refused number of messages for which there was no room
 * @param notLookedUp number of messages whose connections could not be looked up
 */
public record PeerFigures(
        LongSupplier waitingBytes,
        IntSupplier pendingCalls,
        LongSupplier accepted,
        LongSupplier lost,
        LongSupplier refused,
        LongSupplier notLookedUp) {}
