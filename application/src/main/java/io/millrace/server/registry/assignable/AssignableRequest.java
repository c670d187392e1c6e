// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.message.id.CustomerId;
import io.millrace.server.web.api.ApiException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A request to add or to change an entity. */
public interface AssignableRequest {

    /** The entity to change; null: a new one. */
    @Nullable UUID entity();

    /** The profile that it is to have, if the kind has profiles; null: by {@link #type}. */
    default @Nullable UUID profile() {
        return null;
    }

    /** Name of its type; a missing profile of this name is added. Null or blank: unchanged, or the default one. */
    default @Nullable String type() {
        return null;
    }

    /** The customer that it is to be assigned to; null: unchanged, or none. */
    @Nullable CustomerId customerId();

    /** Version that the caller has seen; null: any. */
    @Nullable Long version();

    /**
     * The checked content, for a customer that was chosen already.
     *
     * @throws ApiException (400) if a value is not valid
     */
    AssignableContent content(CustomerId customer);
}
