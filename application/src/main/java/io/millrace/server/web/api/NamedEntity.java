// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import io.millrace.message.id.EntityId;

/** What a list of choices needs to know of an entity. */
public record NamedEntity(EntityId id, String name) {}
