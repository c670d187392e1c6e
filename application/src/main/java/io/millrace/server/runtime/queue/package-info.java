// SPDX-License-Identifier: Apache-2.0
/** The state of the queues over REST: what waits in them, and by which policies they run. */
@NullMarked
package io.millrace.server.runtime.queue;

import org.jspecify.annotations.NullMarked;
