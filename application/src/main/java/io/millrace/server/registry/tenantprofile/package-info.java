// SPDX-License-Identifier: Apache-2.0
/**
 * Tenant profiles: what tenants of one kind may do, how many of what they may have, and which queues are theirs alone.
 */
@NullMarked
package io.millrace.server.registry.tenantprofile;

import org.jspecify.annotations.NullMarked;
