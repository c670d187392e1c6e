// SPDX-License-Identifier: Apache-2.0
/** The counts of the ledger, kept for each partition and chain. */
@NullMarked
package io.millrace.queue.lane.account;

import org.jspecify.annotations.NullMarked;
