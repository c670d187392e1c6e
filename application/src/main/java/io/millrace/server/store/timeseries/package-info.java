// SPDX-License-Identifier: Apache-2.0
/**
 * Time series and latest values in PostgreSQL. A message's values make one row; which keys it holds is its shape. Latest
 * values are kept in memory first and written behind.
 */
@NullMarked
package io.millrace.server.store.timeseries;

import org.jspecify.annotations.NullMarked;
