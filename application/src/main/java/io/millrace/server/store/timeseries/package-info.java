// SPDX-License-Identifier: Apache-2.0
/**
 * Time series and latest values in PostgreSQL. The values of a message form one row; the set of its keys is its shape.
 * Latest values are first kept in memory and flushed to their table later (write-behind).
 */
@NullMarked
package io.millrace.server.store.timeseries;

import org.jspecify.annotations.NullMarked;
