// SPDX-License-Identifier: Apache-2.0
/** The ledger of all messages over REST: taken in = ended + in flight, for each chain of each tenant. */
@NullMarked
package io.millrace.server.runtime.ledger;

import org.jspecify.annotations.NullMarked;
