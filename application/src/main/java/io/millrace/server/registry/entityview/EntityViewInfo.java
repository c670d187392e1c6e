// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entityview;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.server.registry.assignable.Listed;
import org.jspecify.annotations.Nullable;

/**
 * An entity view with the name of its customer.
 *
 * @param customerTitle title of the customer that it is assigned to, or null
 */
record EntityViewInfo(
        @JsonUnwrapped EntityView view, @Nullable String customerTitle, boolean customerIsPublic) {

    static EntityViewInfo of(Listed<EntityView> listed) {
        return new EntityViewInfo(
                listed.entity(), listed.customerTitle(), listed.customerIsPublic());
    }
}
