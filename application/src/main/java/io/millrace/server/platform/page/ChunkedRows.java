// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.page;

import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.UUID;
import java.util.function.Function;

/**
 * The rows of a long page, which are read a few at a time while they are written to the answer, so that they are never
 * in memory all at once. Each pass over the list reads them again. Rows that were deleted meanwhile are left out; then
 * a pass has fewer elements than {@link #size}.
 */
final class ChunkedRows<T> extends AbstractList<T> {

    private final List<UUID> ids;
    private final int atOnce;
    private final Function<List<UUID>, List<T>> read;

    /**
     * Creates a list.
     *
     * @param ids the rows, in their order
     * @param atOnce number of rows that are read at once
     * @param read returns the rows with the given ids, in their order
     */
    ChunkedRows(List<UUID> ids, int atOnce, Function<List<UUID>, List<T>> read) {
        this.ids = List.copyOf(ids);
        this.atOnce = atOnce;
        this.read = read;
    }

    /** The same rows, each mapped when it is read. */
    <R> ChunkedRows<R> map(Function<? super T, ? extends R> mapping) {
        return new ChunkedRows<>(
                ids, atOnce, some -> read.apply(some).stream().<R>map(mapping).toList());
    }

    @Override
    public T get(int index) {
        List<T> row = read.apply(List.of(ids.get(index)));
        if (row.isEmpty()) {
            throw new NoSuchElementException("row %s was deleted".formatted(ids.get(index)));
        }
        return row.getFirst();
    }

    @Override
    public int size() {
        return ids.size();
    }

    @Override
    public Iterator<T> iterator() {
        return new Rows();
    }

    @Override
    public Spliterator<T> spliterator() {
        return Spliterators.spliteratorUnknownSize(iterator(), Spliterator.ORDERED);
    }

    private final class Rows implements Iterator<T> {

        private int next;
        private Iterator<T> chunk = List.<T>of().iterator();

        @Override
        public boolean hasNext() {
            while (!chunk.hasNext() && next < ids.size()) {
                int end = Math.min(next + atOnce, ids.size());
                chunk = read.apply(ids.subList(next, end)).iterator();
                next = end;
            }
            return chunk.hasNext();
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return chunk.next();
        }
    }
}
