// SPDX-License-Identifier: Apache-2.0
/** The format of telemetry and attribute values in jsonb columns. */
@NullMarked
package io.millrace.server.platform.jsonb;

import org.jspecify.annotations.NullMarked;
