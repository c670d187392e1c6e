// SPDX-License-Identifier: Apache-2.0
/** Time series and attributes of entities, read over REST. */
@NullMarked
package io.millrace.server.runtime.telemetry;

import org.jspecify.annotations.NullMarked;
