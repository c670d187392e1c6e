// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The entities whose alarms are selected. */
sealed interface AlarmEntities {

    /** All alarms that the user may see. */
    record All() implements AlarmEntities {}

    /** One entity, which must exist. */
    record One(EntityId id) implements AlarmEntities {}

    /** Entities of one type; those that do not exist have no alarms. */
    record Listed(EntityType type, List<UUID> ids) implements AlarmEntities {

        public Listed {
            ids = List.copyOf(ids);
        }
    }

    /** All entities of a type. */
    record OfType(EntityType type) implements AlarmEntities {}

    /**
     * Devices or assets with a profile or a name.
     *
     * @param type {@code DEVICE} or {@code ASSET}
     * @param profiles names of the profiles; empty for all
     * @param namePattern a pattern for {@code ilike}
     */
    record Named(EntityType type, List<String> profiles, String namePattern)
            implements AlarmEntities {

        public Named {
            profiles = List.copyOf(profiles);
        }
    }

    /** The alarms of an entity; null: all alarms that the user may see. */
    static AlarmEntities of(@Nullable EntityId id) {
        return id == null ? new All() : new One(id);
    }
}
