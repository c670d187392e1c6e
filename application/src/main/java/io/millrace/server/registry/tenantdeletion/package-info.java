// SPDX-License-Identifier: Apache-2.0
/** The end of a tenant: gone for everybody in one transaction, and erased from the big tables after it. */
@NullMarked
package io.millrace.server.registry.tenantdeletion;

import org.jspecify.annotations.NullMarked;
