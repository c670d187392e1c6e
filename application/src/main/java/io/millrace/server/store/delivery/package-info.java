// SPDX-License-Identifier: Apache-2.0
/** What must outlive the process, in PostgreSQL: deliveries that are taking long, and dead letters. */
@NullMarked
package io.millrace.server.store.delivery;

import org.jspecify.annotations.NullMarked;
