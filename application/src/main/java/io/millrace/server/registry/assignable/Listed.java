// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import org.jspecify.annotations.Nullable;

/**
 * An entity with columns of the tables that it refers to.
 *
 * @param customerTitle title of the customer that it is assigned to, or null
 */
public record Listed<E extends AssignableEntity>(
        E entity, @Nullable String customerTitle, boolean customerIsPublic) {}
