// SPDX-License-Identifier: Apache-2.0
/** The room for messages under way, divided by tenant and chain: shares, limits, and the lines of the lanes that wait. */
@NullMarked
package io.millrace.queue.lane.room;

import org.jspecify.annotations.NullMarked;
