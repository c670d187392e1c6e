// SPDX-License-Identifier: Apache-2.0
/** Named queues: what ThingsBoard's definitions mean here, their table, and REST. */
@NullMarked
package io.millrace.server.registry.queue;

import org.jspecify.annotations.NullMarked;
