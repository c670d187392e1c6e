// SPDX-License-Identifier: Apache-2.0
/** Tenants, and what a new one is given. */
@NullMarked
package io.millrace.server.registry.tenant;

import org.jspecify.annotations.NullMarked;
