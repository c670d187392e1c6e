// SPDX-License-Identifier: Apache-2.0
/**
 * The parts that all engines share: the lanes that keep each key's order, the room that tenants and chains share,
 * attempts with their deadlines, retries, and the ledger. An engine brings messages into lanes and learns by receipts
 * when they are safe.
 */
@NullMarked
package io.millrace.queue.lane;

import org.jspecify.annotations.NullMarked;
