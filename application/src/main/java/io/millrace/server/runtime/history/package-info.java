// SPDX-License-Identifier: Apache-2.0
/**
 * Keeps failed, slow and watched messages: the decision at the end of each delivery, the REST endpoints of watches, and
 * ThingsBoard's debug events as a view of kept messages.
 */
@NullMarked
package io.millrace.server.runtime.history;

import org.jspecify.annotations.NullMarked;
