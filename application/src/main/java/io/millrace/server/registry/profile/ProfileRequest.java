// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.profile;

import io.millrace.server.web.api.ApiException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A request to add or to change a profile. */
public interface ProfileRequest {

    /** The profile to change; null: a new one. */
    @Nullable UUID profile();

    /** Version that the caller has seen; null: any. */
    @Nullable Long version();

    /**
     * The checked content.
     *
     * @throws ApiException (400) if a value is not valid
     */
    ProfileContent content();
}
