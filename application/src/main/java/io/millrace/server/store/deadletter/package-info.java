// SPDX-License-Identifier: Apache-2.0
/** The table {@code dead_letter}: writing, listing, claiming for a resend, deletion and retention. */
@NullMarked
package io.millrace.server.store.deadletter;

import org.jspecify.annotations.NullMarked;
