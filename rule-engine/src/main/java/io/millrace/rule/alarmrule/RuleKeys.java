// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values of a device that the rules of a profile use, each with its slot in the state of a device.
 *
 * @param slots slots by name, for each kind of values
 * @param count number of slots
 */
public record RuleKeys(Map<RuleKey.Type, Map<String, Integer>> slots, int count) {

    static final RuleKeys NONE = new RuleKeys(Map.of(), 0);

    private static final int UNUSED = -1;

    public RuleKeys {
        Map<RuleKey.Type, Map<String, Integer>> copy = new HashMap<>();
        slots.forEach((type, byName) -> copy.put(type, Map.copyOf(byName)));
        slots = Map.copyOf(copy);
    }

    /** Returns the names of the used values of a kind. */
    public Set<String> names(RuleKey.Type type) {
        return slots.getOrDefault(type, Map.of()).keySet();
    }

    /** True if the rules use values of a kind. */
    public boolean use(RuleKey.Type type) {
        return slots.containsKey(type);
    }

    /** True if the rules use a value. */
    public boolean use(RuleKey.Type type, String name) {
        return slot(type, name) != UNUSED;
    }

    /** Returns the slot of a value, or a negative number if the rules do not use it. */
    int slot(RuleKey.Type type, String name) {
        Map<String, Integer> byName = slots.get(type);
        @Nullable Integer slot = byName == null ? null : byName.get(name);
        return slot == null ? UNUSED : slot;
    }
}
