// SPDX-License-Identifier: Apache-2.0
/** Values of time series and attributes, and their JSON form. */
@NullMarked
package io.millrace.message.telemetry;

import org.jspecify.annotations.NullMarked;
