// SPDX-License-Identifier: Apache-2.0
/** Tenants, and the values of their profiles that apply to them. */
@NullMarked
package io.millrace.server.registry.tenant;

import org.jspecify.annotations.NullMarked;
