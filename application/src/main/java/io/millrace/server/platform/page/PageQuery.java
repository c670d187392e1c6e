// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.page;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A query whose result is read page by page.
 *
 * @param select the {@code select} clause of an entry
 * @param from the clauses {@code from} and {@code where}, with named parameters
 * @param sortColumns the columns that callers may sort by, by the property's name
 * @param idColumn the unique column that breaks ties
 */
public record PageQuery(
        String select, String from, Map<String, String> sortColumns, String idColumn) {

    public PageQuery {
        sortColumns = Map.copyOf(sortColumns);
    }

    /**
     * Reads the requested page.
     *
     * @param params the values of the named parameters; they may not be called limit or offset
     * @throws InvalidPageLinkException if the list cannot be sorted as requested
     */
    public <T> PageData<T> read(
            JdbcClient jdbc,
            PageLink link,
            Map<String, ? extends @Nullable Object> params,
            RowMapper<T> mapper) {
        String orderBy = link.orderBy(sortColumns, idColumn);
        long total = jdbc.sql("select count(*) " + from).params(params).query(Long.class).single();
        List<T> page =
                jdbc.sql(
                                "%s %s order by %s limit :limit offset :offset"
                                        .formatted(select, from, orderBy))
                        .params(params)
                        .param("limit", link.pageSize())
                        .param("offset", link.offset())
                        .query(mapper)
                        .list();
        return PageData.of(link, page, total);
    }
}
