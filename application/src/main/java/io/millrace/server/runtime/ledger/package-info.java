// SPDX-License-Identifier: Apache-2.0
/** What became of all messages: taken in = ended + in flight, for each chain of each tenant. */
@NullMarked
package io.millrace.server.runtime.ledger;

import org.jspecify.annotations.NullMarked;
