// SPDX-License-Identifier: Apache-2.0
/**
 * What all engines have in common: the lanes that keep each key's order, the room that tenants and chains share, attempts
 * with their deadlines, retries, and the ledger. An engine brings messages into lanes, and is told when they have ended.
 */
@NullMarked
package io.millrace.queue.lane;

import org.jspecify.annotations.NullMarked;
