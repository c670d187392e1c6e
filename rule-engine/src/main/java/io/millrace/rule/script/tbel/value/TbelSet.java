// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.value;

import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mvel2.execution.ExecutionArrayList;
import org.mvel2.execution.ExecutionLinkedHashSet;

/** A set of a script, in the order of insertion. */
@SuppressWarnings("unchecked") // the library's signatures
public final class TbelSet<E extends @Nullable Object> extends ExecutionLinkedHashSet<E> {

    private static final long serialVersionUID = 1;
    private static final String COMPARED = "the comparison of a set";
    private static final String HASHED = "the hash of a set";

    private final transient MeteredContext context;

    public TbelSet(MeteredContext context) {
        super(context);
        this.context = context;
    }

    public TbelSet(Collection<? extends E> elements, MeteredContext context) {
        this(context);
        addAll(elements);
    }

    @Override
    public boolean add(E element) {
        return super.add((E) context.own(element));
    }

    @Override
    public ExecutionLinkedHashSet<E> toSorted(boolean ascending) {
        ExecutionArrayList<E> sorted = toList();
        sorted.sort(ascending);
        return new TbelSet<>(sorted, context);
    }

    @Override
    public ExecutionArrayList<E> toList() {
        return new TbelList<>(this, context);
    }

    @Override
    public int hashCode() {
        context.enter(HASHED);
        int hash = 0;
        for (E each : this) {
            context.visit(HASHED, each);
            hash += Objects.hashCode(each);
        }
        context.leave();
        return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (other == this) {
            return true;
        }
        return other instanceof Set<?> set && set.size() == size() && containsAllOf(set);
    }

    private boolean containsAllOf(Set<?> set) {
        context.enter(COMPARED);
        boolean all = true;
        for (Iterator<?> others = set.iterator(); all && others.hasNext(); ) {
            Object each = others.next();
            context.visit(COMPARED, each);
            all = contains(each);
        }
        context.leave();
        return all;
    }

    @Override
    public String toString() {
        return ValueText.of(context, this);
    }
}
