// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * State of the groups into which entities are divided. Writers never write rows of one group at the same time, so the
 * state of a group is used by one thread at a time.
 *
 * @param states the state of each group
 */
record EntityGroups<S>(List<S> states) {

    /** Groups with the supplied states. */
    static <S> EntityGroups<S> of(int number, Supplier<S> states) {
        return new EntityGroups<>(Stream.generate(states).limit(number).toList());
    }

    /** The state of the entity's group. */
    S of(UUID entity) {
        return states.get(number(entity, states.size()));
    }

    /** The number of the entity's group, from 0 to {@code groups} less one. */
    static int number(UUID entity, int groups) {
        return Math.floorMod(entity.hashCode(), groups);
    }
}
