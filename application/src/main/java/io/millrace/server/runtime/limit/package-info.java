// SPDX-License-Identifier: Apache-2.0
/** Enforces the rate limits of tenants and devices on this instance. */
@NullMarked
package io.millrace.server.runtime.limit;

import org.jspecify.annotations.NullMarked;
