// SPDX-License-Identifier: Apache-2.0
/**
 * Kept messages: failed, slow and watched messages in PostgreSQL, with the contents before and after each node; debug
 * events, which are a view of them; and the watches that say which messages are kept for a while.
 */
@NullMarked
package io.millrace.server.store.history;

import org.jspecify.annotations.NullMarked;
