// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * A relation with the names of its ends.
 *
 * @param fromName null: the entity was deleted meanwhile
 * @param toName null: as above
 */
record EntityRelationInfo(
        @JsonUnwrapped EntityRelation relation,
        @Nullable String fromName,
        @Nullable String toName) {}
