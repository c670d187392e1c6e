// SPDX-License-Identifier: Apache-2.0
/** How values of time series and attributes look in a jsonb column. */
@NullMarked
package io.millrace.server.platform.jsonb;

import org.jspecify.annotations.NullMarked;
