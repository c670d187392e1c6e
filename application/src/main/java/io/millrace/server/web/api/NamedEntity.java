// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import io.millrace.message.id.EntityId;

/** The id and name of an entity, for lists of choices. */
public record NamedEntity(EntityId id, String name) {}
