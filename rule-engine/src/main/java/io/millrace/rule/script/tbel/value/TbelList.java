// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.value;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.mvel2.execution.ExecutionArrayList;
import org.mvel2.util.ArrayTools;

/** A list of a script. */
@SuppressWarnings({"unchecked", "rawtypes"}) // the library's signatures
public final class TbelList<E extends @Nullable Object> extends ExecutionArrayList<E> {

    private static final long serialVersionUID = 1;
    private static final String COMPARED = "the comparison of a list";
    private static final String HASHED = "the hash of a list";

    private final transient MeteredContext context;

    public TbelList(MeteredContext context) {
        super(context);
        this.context = context;
    }

    public TbelList(Collection<? extends E> elements, MeteredContext context) {
        this(context);
        ensureCapacity(elements.size());
        for (E each : elements) {
            add(each);
        }
    }

    @Override
    public boolean add(E element) {
        return super.add((E) context.own(element));
    }

    @Override
    public void add(int index, E element) {
        super.add(index, (E) context.own(element));
    }

    @Override
    public E set(int index, E element) {
        return super.set(index, (E) context.own(element));
    }

    @Override
    public boolean addAll(Collection<? extends E> elements) {
        return super.addAll(owned(elements));
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> elements) {
        return super.addAll(index, owned(elements));
    }

    /** In a list of Java's, because a list of the script counts its elements. */
    private List<E> owned(Collection<? extends E> elements) {
        List<E> owned = new ArrayList<>(elements.size());
        for (E each : elements) {
            owned.add((E) context.own(each));
        }
        return owned;
    }

    @Override
    public List<E> subList(int from, int to) {
        Objects.checkFromToIndex(from, to, size());
        TbelList<E> part = new TbelList<>(context);
        for (int i = from; i < to; i++) {
            part.add(get(i));
        }
        return part;
    }

    @Override
    public ExecutionArrayList<E> slice() {
        return new TbelList<>(this, context);
    }

    @Override
    public ExecutionArrayList<E> slice(int start) {
        return slice(start, size());
    }

    @Override
    public ExecutionArrayList<E> slice(int start, int end) {
        int from = ArrayTools.initStartIndex(start, this);
        int to = ArrayTools.initEndIndex(end, this);
        return (ExecutionArrayList<E>) subList(from, to);
    }

    @Override
    public List splice(int start, int deleteCount, E... values) {
        int at = ArrayTools.initStartIndex(start, this);
        int count = Math.clamp(deleteCount, 0, Math.max(0, size() - at));
        TbelList<E> removed = new TbelList<>(context);
        for (int i = 0; i < count; i++) {
            removed.add(remove(at));
        }
        for (E each : values) {
            add(at++, each);
        }
        return removed;
    }

    @Override
    public List fill(E value, int start, int end) {
        int to = ArrayTools.initEndIndex(end, this);
        for (int i = ArrayTools.initStartIndex(start, this); i < to; i++) {
            set(i, value);
        }
        return this;
    }

    @Override
    public int hashCode() {
        context.enter(HASHED);
        int hash = 1;
        for (int i = 0; i < size(); i++) {
            E each = get(i);
            context.visit(HASHED, each);
            hash = 31 * hash + Objects.hashCode(each);
        }
        context.leave();
        return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (other == this) {
            return true;
        }
        return other instanceof List<?> list && list.size() == size() && equalsAll(list);
    }

    private boolean equalsAll(List<?> list) {
        context.enter(COMPARED);
        boolean equal = true;
        for (int i = 0; equal && i < size(); i++) {
            E each = get(i);
            context.visit(COMPARED, each);
            equal = Objects.equals(each, list.get(i));
        }
        context.leave();
        return equal;
    }

    @Override
    public String toString() {
        return ValueText.of(context, this);
    }
}
