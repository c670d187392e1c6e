// SPDX-License-Identifier: Apache-2.0
/** Customers of tenants: to whom devices and assets are assigned, and whose users see no more than that. */
@NullMarked
package io.millrace.server.registry.customer;

import org.jspecify.annotations.NullMarked;
