// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.id.EntityType;
import io.millrace.rule.store.RelationsQuery;
import io.millrace.rule.store.RelationsQuery.Filter;
import io.millrace.rule.store.SearchDirection;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A query for related devices, in the form of ThingsBoard's node configurations.
 *
 * @param direction the end of its relations at which the originator is
 * @param maxLevel largest number of relations between the two; 0 or less: any number
 * @param relationType type of the last relation on the path; null: {@code Contains}
 * @param deviceTypes the accepted device types, exact names; none: no device
 * @param fetchLastLevelOnly whether only devices count that are {@code maxLevel} relations away or have no further
 *     relation
 */
public record DeviceRelationsQuery(
        @JsonPropertyDescription(
                        "FROM: relations that start at the originator; TO: relations that end there.")
                @NotNull
                SearchDirection direction,
        @JsonPropertyDescription("Largest number of relations between the two; 0 for any number.")
                int maxLevel,
        @JsonPropertyDescription("Type of the last relation on the path; Contains if not set.")
                @Nullable String relationType,
        @JsonPropertyDescription("Types of devices: the names of their profiles.") @NotNull
                List<@NotNull String> deviceTypes,
        @JsonPropertyDescription(
                        "Whether only devices count that are at the last level or have no further relation.")
                boolean fetchLastLevelOnly) {

    private static final String CONTAINS = "Contains";

    static final DeviceRelationsQuery DEFAULT =
            new DeviceRelationsQuery(SearchDirection.FROM, 1, CONTAINS, List.of("default"), false);

    /** Returns the query for related devices of any type, because the store of relations does not know device types. */
    RelationsQuery ofAnyType() {
        Filter device =
                new Filter(
                        relationType == null ? CONTAINS : relationType, Set.of(EntityType.DEVICE));
        return new RelationsQuery(direction, maxLevel, List.of(device), fetchLastLevelOnly);
    }
}
