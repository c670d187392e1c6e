// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.message.id.EntityType;
import io.millrace.server.registry.entity.TableShape;
import org.jspecify.annotations.Nullable;

/** Where the {@code type} of a kind's entities comes from. */
public sealed interface Typing {

    /** The column of the entity's table that stores it; null: none. */
    @Nullable String column();

    /**
     * Each entity has a profile, whose name is the type. Queries also select it as {@code profile_name}.
     *
     * @param profiles type of the profiles
     */
    record ByProfile(EntityType profiles) implements Typing {

        /** The column {@code <profile>_id} with the id of the profile. */
        @Override
        public String column() {
            return TableShape.tableOf(profiles) + "_id";
        }
    }

    /** Each entity has a text of its own; null: it has no type. */
    record OwnColumn() implements Typing {

        @Override
        public String column() {
            return "type";
        }
    }

    /** The entities have no type. */
    record Untyped() implements Typing {

        @Override
        public @Nullable String column() {
            return null;
        }
    }
}
