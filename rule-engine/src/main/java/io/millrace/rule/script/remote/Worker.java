// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import io.millrace.rule.script.worker.frame.FromWorker;
import io.millrace.rule.script.worker.frame.ToWorker;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A process as {@link Dispatch} knows it: what is there, and whether it takes jobs. Guarded by the dispatch's lock. */
class Worker {

    /** Bytes of scripts that a worker keeps; beyond it the least recently called ones are sent anew when needed. */
    private static final long MAX_PROGRAM_BYTES = 16 * 1024 * 1024;

    private final SequencedMap<Long, Job> sent = new LinkedHashMap<>();
    private final Map<Long, RemoteProgram> programs = new LinkedHashMap<>(16, 0.75f, true);
    private final Deque<ToWorker.Forget> forgotten = new ArrayDeque<>();
    private long programBytes;
    private @Nullable Station station;
    private boolean ready;
    private boolean dead;
    private FromWorker.Alive last = new FromWorker.Alive(0, 0, List.of());

    /** The jobs at the worker, by id, in the order in which they were sent. */
    final SequencedMap<Long, Job> sent() {
        return sent;
    }

    final @Nullable Station station() {
        return station;
    }

    final void moveTo(@Nullable Station next) {
        station = next;
    }

    /** True if it takes jobs. */
    final boolean isReady() {
        return ready && !dead;
    }

    final void becomeReady() {
        ready = true;
    }

    final boolean isDead() {
        return dead;
    }

    final void die() {
        dead = true;
    }

    /** Its last sign of life. */
    final FromWorker.Alive last() {
        return last;
    }

    final void note(FromWorker.Alive alive) {
        last = alive;
    }

    /** Number of calls that run there now. */
    final int running() {
        return Math.min(last.running(), sent.size());
    }

    /** Adds the frames that a call of a program needs before it. */
    final void define(RemoteProgram program, Deque<Supplier<ToWorker>> frames) {
        if (programs.get(program.id()) != null) {
            return;
        }
        programs.put(program.id(), program);
        programBytes += program.bytes();
        frames.add(program::definition);
        Iterator<RemoteProgram> oldest = programs.values().iterator();
        while (programBytes > MAX_PROGRAM_BYTES && programs.size() > 1) {
            RemoteProgram evicted = oldest.next();
            oldest.remove();
            programBytes -= evicted.bytes();
            ToWorker.Forget forget = new ToWorker.Forget(evicted.id());
            frames.add(() -> forget);
        }
    }

    /** Notes that a program is not called any more. */
    final void forget(RemoteProgram program) {
        if (programs.remove(program.id()) != null) {
            programBytes -= program.bytes();
            forgotten.add(new ToWorker.Forget(program.id()));
        }
    }

    /** Returns the next frame that ends a program, or null. */
    final ToWorker.@Nullable Forget nextForgotten() {
        return forgotten.poll();
    }
}
