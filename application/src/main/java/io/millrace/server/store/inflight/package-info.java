// SPDX-License-Identifier: Apache-2.0
/** Deliveries in flight for longer than a second, in the table {@code in_flight}. */
@NullMarked
package io.millrace.server.store.inflight;

import org.jspecify.annotations.NullMarked;
