// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.page;

import java.util.List;
import java.util.Map;
import java.util.UUID;
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

    /** Rows that are in memory at once: at most 8 MB of their longest documents. */
    static final int ROWS_AT_ONCE = 32;

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
        long total = total(jdbc, params);
        List<T> page = limited(jdbc, select, link, params, orderBy).query(mapper).list();
        return PageData.of(link, page, total);
    }

    /**
     * Reads the requested page of rows that have documents of users. Of a long page only the ids are read; its rows
     * follow in pieces, when the page is written.
     *
     * @param params the values of the named parameters; they may not be called limit, offset or pageIds
     * @throws InvalidPageLinkException if the list cannot be sorted as requested
     */
    public <T> PageData<T> readInPieces(
            JdbcClient jdbc,
            PageLink link,
            Map<String, ? extends @Nullable Object> params,
            RowMapper<T> mapper) {
        if (link.pageSize() <= ROWS_AT_ONCE) {
            return read(jdbc, link, params, mapper);
        }
        String orderBy = link.orderBy(sortColumns, idColumn);
        long total = total(jdbc, params);
        return total - link.offset() <= ROWS_AT_ONCE
                ? PageData.of(
                        link,
                        limited(jdbc, select, link, params, orderBy).query(mapper).list(),
                        total)
                : PageData.of(link, longPage(jdbc, link, params, mapper, orderBy), total);
    }

    private long total(JdbcClient jdbc, Map<String, ? extends @Nullable Object> params) {
        return jdbc.sql("select count(*) " + from).params(params).query(Long.class).single();
    }

    private <T> List<T> longPage(
            JdbcClient jdbc,
            PageLink link,
            Map<String, ? extends @Nullable Object> params,
            RowMapper<T> mapper,
            String orderBy) {
        List<UUID> ids =
                limited(jdbc, "select " + idColumn, link, params, orderBy)
                        .query((row, _) -> row.getObject(1, UUID.class))
                        .list();
        String rows =
                "%s %s and %s = any(:pageIds) order by array_position(:pageIds, %s)"
                        .formatted(select, from, idColumn, idColumn);
        return new ChunkedRows<>(
                ids,
                ROWS_AT_ONCE,
                some ->
                        jdbc.sql(rows)
                                .params(params)
                                .param("pageIds", some.toArray(UUID[]::new))
                                .query(mapper)
                                .list());
    }

    private JdbcClient.StatementSpec limited(
            JdbcClient jdbc,
            String columns,
            PageLink link,
            Map<String, ? extends @Nullable Object> params,
            String orderBy) {
        return jdbc.sql(
                        "%s %s order by %s limit :limit offset :offset"
                                .formatted(columns, from, orderBy))
                .params(params)
                .param("limit", link.pageSize())
                .param("offset", link.offset());
    }
}
