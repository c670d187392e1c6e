// SPDX-License-Identifier: Apache-2.0
/**
 * What entities share that belong to a tenant and may be assigned to a customer, such as devices and assets: table,
 * service, REST calls and assignment. A kind adds its table, its record with an {@code AssignableKind}, its routes, and
 * two beans: its {@code AssignableRepository}, and its {@code AssignableEntities} from {@code AssignableKinds}. The type
 * of its entities is the name of a profile, a text of their own, or absent; see {@code Typing}.
 */
@NullMarked
package io.millrace.server.registry.assignable;

import org.jspecify.annotations.NullMarked;
