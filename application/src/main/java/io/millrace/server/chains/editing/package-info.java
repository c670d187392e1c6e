// SPDX-License-Identifier: Apache-2.0
/** Saving rule chains: the service and its REST endpoints, with renamed labels and the choice of queues. */
@NullMarked
package io.millrace.server.chains.editing;

import org.jspecify.annotations.NullMarked;
