// SPDX-License-Identifier: Apache-2.0
/**
 * Deletion of tenants: one transaction deletes a tenant with its entities; the data in the large tables is erased after
 * it.
 */
@NullMarked
package io.millrace.server.registry.tenantdeletion;

import org.jspecify.annotations.NullMarked;
