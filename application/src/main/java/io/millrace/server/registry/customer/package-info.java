// SPDX-License-Identifier: Apache-2.0
/** Customers of tenants. Devices and assets are assigned to them; their users see only these. */
@NullMarked
package io.millrace.server.registry.customer;

import org.jspecify.annotations.NullMarked;
