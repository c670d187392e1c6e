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
 * Which devices count as related, as ThingsBoard writes it into a node's configuration.
 *
 * @param direction from which end of its relations the originator is looked at
 * @param maxLevel how many relations may lie between the two; 0 or less: any number
 * @param relationType what the last relation on the way must be; null: {@code Contains}
 * @param deviceTypes the types that the device may have, exactly; none: no device
 * @param fetchLastLevelOnly whether only devices count that are {@code maxLevel} relations away, or that nothing leads on
 *     from
 */
public record DeviceRelationsQuery(
        @JsonPropertyDescription(
                        "FROM: relations that start at the originator; TO: relations that end there.")
                @NotNull
                SearchDirection direction,
        @JsonPropertyDescription(
                        "How many relations may lie between the two; 0 stands for any number.")
                int maxLevel,
        @JsonPropertyDescription("Type of the last relation on the way; none: Contains.")
                @Nullable String relationType,
        @JsonPropertyDescription("Types of devices: the names of their profiles.") @NotNull
                List<@NotNull String> deviceTypes,
        @JsonPropertyDescription(
                        "Whether only devices at the last level count, or where nothing leads on.")
                boolean fetchLastLevelOnly) {

    private static final String CONTAINS = "Contains";

    static final DeviceRelationsQuery DEFAULT =
            new DeviceRelationsQuery(SearchDirection.FROM, 1, CONTAINS, List.of("default"), false);

    /** Devices of any type that are related; the store of relations knows no types of devices. */
    RelationsQuery ofAnyType() {
        Filter device =
                new Filter(
                        relationType == null ? CONTAINS : relationType, Set.of(EntityType.DEVICE));
        return new RelationsQuery(direction, maxLevel, List.of(device), fetchLastLevelOnly);
    }
}
