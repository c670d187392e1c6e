// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import io.millrace.rule.script.language.Program;
import io.millrace.rule.script.language.ProgramInstance;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One thread's script instances, created on first use, with eviction of the least recently used ones. */
final class InstanceCache {

    private final InstanceBudget budget;
    private final Map<Program, ProgramInstance> instances = new LinkedHashMap<>(16, 0.75f, true);

    InstanceCache(InstanceBudget budget) {
        this.budget = budget;
    }

    /** Returns the thread's instance of a program; throws what its creation throws. */
    ProgramInstance of(Program program) {
        ProgramInstance known = instances.get(program);
        if (known != null) {
            return known;
        }
        evict();
        ProgramInstance made = program.instantiate();
        instances.put(program, made);
        budget.take();
        return made;
    }

    /** Makes room for one more: closed scripts are evicted first, then the least recently used ones. */
    private void evict() {
        evictWhere(Program::isClosed);
        evictWhere(_ -> !budget.allowsOneMoreThan(instances.size()));
    }

    private void evictWhere(Predicate<Program> isToGo) {
        for (Iterator<Map.Entry<Program, ProgramInstance>> all = instances.entrySet().iterator();
                all.hasNext(); ) {
            Map.Entry<Program, ProgramInstance> one = all.next();
            if (isToGo.test(one.getKey())) {
                all.remove();
                close(one.getValue());
            }
        }
    }

    void discard(Program program) {
        close(instances.remove(program));
    }

    void close() {
        instances.values().forEach(this::close);
        instances.clear();
    }

    private void close(@Nullable ProgramInstance instance) {
        if (instance != null) {
            budget.giveBack();
            instance.close();
        }
    }
}
