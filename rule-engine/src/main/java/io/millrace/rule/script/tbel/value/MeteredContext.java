// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.value;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mvel2.ExecutionContext;
import org.mvel2.SandboxedParserConfiguration;
import org.mvel2.execution.ExecutionArrayList;
import org.mvel2.execution.ExecutionHashMap;
import org.mvel2.execution.ExecutionLinkedHashSet;
import org.mvel2.execution.ExecutionObject;

/**
 * The context of one call with its account: what would exceed a bound is refused before it runs, because a Java method
 * that runs cannot be stopped. Used by the call's thread only.
 */
public abstract class MeteredContext extends ExecutionContext {

    private static final long serialVersionUID = 1;

    /** Bytes from which the making of a value is checked. Smaller ones are left to the watchdog. */
    public static final int LARGE = 1024;

    /** Levels of lists and maps inside each other that are printed, compared or hashed. */
    static final int MAX_DEPTH = 500;

    private static final long UNKNOWN = -1;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final long maxBytes;
    private final long maxSteps;
    private long allocatedBefore = UNKNOWN;
    private long steps;
    private int depth;

    /**
     * @param maxMemory bytes that the values of the call may hold, by the library's count
     * @param maxBytes bytes that the call may allocate, garbage included
     * @param maxSteps elements and characters that methods may visit during the call
     */
    protected MeteredContext(
            SandboxedParserConfiguration configuration,
            long maxMemory,
            long maxBytes,
            long maxSteps) {
        super(configuration, maxMemory);
        this.maxBytes = maxBytes;
        this.maxSteps = maxSteps;
    }

    /**
     * Checks that the call may allocate so many bytes more. Called before a value is made. The bytes that the call has
     * allocated are measured from its first large value on.
     *
     * @param what the method or value, for the error
     * @throws TooLargeException if the call would allocate too much
     */
    public final void beforeMaking(String what, long bytes) {
        if (bytes < LARGE) {
            return;
        }
        checkExecution();
        long now = THREADS.getCurrentThreadAllocatedBytes();
        if (allocatedBefore == UNKNOWN) {
            allocatedBefore = now;
        }
        long made = now - allocatedBefore;
        if (bytes > maxBytes - made) {
            throw new TooLargeException(
                    "%s could need %d bytes, but a call may allocate %d bytes in all, and has allocated %d"
                            .formatted(what, bytes, maxBytes, made));
        }
    }

    /**
     * Counts elements or characters that a method is about to visit.
     *
     * @throws TooLargeException if the call would visit too many
     */
    public final void beforeVisiting(String what, long count) {
        if (count > maxSteps - steps) {
            throw new TooLargeException(
                    "%s could take %d steps, but a call may take %d steps in all, and has taken %d"
                            .formatted(what, count, maxSteps, steps));
        }
        steps += count;
    }

    /** Counts the visit of one element and its text. */
    final void visit(String what, @Nullable Object element) {
        beforeVisiting(what, element instanceof String text ? 1 + text.length() / 16 : 1);
    }

    /** Notes that a list or map is entered on the way to its elements; {@link #leave} must follow. */
    final void enter(String what) {
        checkExecution();
        if (depth >= MAX_DEPTH) {
            throw new TooLargeException(
                    "%s has more than %d levels; does it contain itself?"
                            .formatted(what, MAX_DEPTH));
        }
        depth++;
    }

    final void leave() {
        depth--;
    }

    /**
     * Returns the value as a script may keep it: lists, maps and sets of the library or of Java, and arrays of objects,
     * become ones of this package. A list or map that cannot be changed stays, because it was made of such a one.
     */
    public final @Nullable Object own(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case String text -> text;
            case Number number -> number;
            case TbelList<?> list -> list;
            case TbelMap<?, ?> map -> map;
            case TbelSet<?> set -> set;
            case ExecutionArrayList<?> list -> new TbelList<>(list, this);
            case ExecutionHashMap<?, ?> map -> new TbelMap<>(map, this);
            case ExecutionLinkedHashSet<?> set -> new TbelSet<>(set, this);
            case ExecutionObject other -> other;
            case List<?> list -> new TbelList<>(list, this);
            case Map<?, ?> map -> new TbelMap<>(map, this);
            case Set<?> set -> new TbelSet<>(set, this);
            case Object[] array -> new TbelList<>(Arrays.asList(array), this);
            default -> value;
        };
    }
}
