// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.page;

import java.util.List;
import java.util.function.Function;

/**
 * One page of a list.
 *
 * @param data the entries of this page; those of a long page are read while they are iterated over
 * @param totalPages number of pages of this size
 * @param totalElements number of entries in all pages
 * @param hasNext true if another page follows
 */
public record PageData<T>(List<T> data, int totalPages, long totalElements, boolean hasNext) {

    public PageData {
        data = data instanceof ChunkedRows ? data : List.copyOf(data);
    }

    /** The requested page, out of {@code totalElements} entries. */
    public static <T> PageData<T> of(PageLink link, List<T> data, long totalElements) {
        int totalPages =
                Math.ceilDiv((int) Math.min(totalElements, Integer.MAX_VALUE), link.pageSize());
        boolean hasNext = link.offset() + data.size() < totalElements && !data.isEmpty();
        return new PageData<>(data, totalPages, totalElements, hasNext);
    }

    /** The same page with each entry mapped. */
    public <R> PageData<R> map(Function<? super T, ? extends R> mapping) {
        List<R> mapped =
                data instanceof ChunkedRows<T> rows
                        ? rows.map(mapping)
                        : data.stream().<R>map(mapping).toList();
        return new PageData<>(mapped, totalPages, totalElements, hasNext);
    }
}
