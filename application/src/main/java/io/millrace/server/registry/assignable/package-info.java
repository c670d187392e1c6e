// SPDX-License-Identifier: Apache-2.0
/**
 * What entities share that belong to a tenant, may be assigned to a customer and have a profile, such as devices and
 * assets: table, service, REST calls and assignment. A kind adds its record, its {@code AssignableKind} and its routes.
 */
@NullMarked
package io.millrace.server.registry.assignable;

import org.jspecify.annotations.NullMarked;
