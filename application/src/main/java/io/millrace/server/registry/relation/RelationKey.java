// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import io.millrace.message.id.EntityId;

/**
 * The key of a relation, unique in a tenant.
 *
 * @param type what the relation means, such as {@code Contains}
 */
record RelationKey(EntityId from, EntityId to, String type, RelationTypeGroup typeGroup) {}
