// SPDX-License-Identifier: Apache-2.0
/** REST access to time series and attributes of entities: read, write and delete. */
@NullMarked
package io.millrace.server.runtime.telemetry;

import org.jspecify.annotations.NullMarked;
