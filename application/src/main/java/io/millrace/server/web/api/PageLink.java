// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which page of a list is wanted, bound from the query parameters of the same names.
 *
 * @param pageSize entries per page, 1 to {@value #MAX_PAGE_SIZE}
 * @param page number of the page, from 0
 * @param textSearch text that an entry must contain, in any case; null or blank: all entries
 * @param sortProperty property to sort by; null: the order of creation
 * @param sortOrder {@code ASC} (also when null) or {@code DESC}
 */
public record PageLink(
        int pageSize,
        int page,
        @Nullable String textSearch,
        @Nullable String sortProperty,
        @Nullable String sortOrder) {

    /** A page is held in memory; a list that is longer takes more than one. */
    static final int MAX_PAGE_SIZE = 10_000;

    public PageLink {
        if (pageSize < 1 || pageSize > MAX_PAGE_SIZE) {
            throw ApiException.badRequest(
                    "pageSize: expected 1 to %d, but got %d".formatted(MAX_PAGE_SIZE, pageSize));
        }
        if (page < 0) {
            throw ApiException.badRequest("page: expected 0 or more, but got " + page);
        }
        if (sortOrder != null && !isDirection(sortOrder)) {
            throw ApiException.badRequest(
                    "sortOrder: expected ASC or DESC, but got '%s'".formatted(sortOrder));
        }
    }

    private static boolean isDirection(String text) {
        return text.equalsIgnoreCase("ASC") || text.equalsIgnoreCase("DESC");
    }

    /** The same, the latest entries first where the caller asks for no order. */
    public PageLink latestFirst() {
        boolean ordered = sortOrder != null || (sortProperty != null && !sortProperty.isEmpty());
        return ordered ? this : new PageLink(pageSize, page, textSearch, null, "DESC");
    }

    /** How many entries stand before this page. */
    public long offset() {
        return (long) page * pageSize;
    }

    /** The text search as a pattern for {@code ilike}; one that matches everything where none was given. */
    public String likePattern() {
        if (textSearch == null || textSearch.isBlank()) {
            return "%";
        }
        return containing(textSearch);
    }

    /** The pattern for {@code like} that matches every text which contains this one. */
    public static String containing(String text) {
        return "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
    }

    /**
     * The sort order as an {@code order by} list that ends with the id, so that pages never overlap.
     *
     * @param columns the columns that callers may sort by, by the property's name
     * @param idColumn the unique column that decides between equals
     * @throws ApiException (400) where the property is not among them
     */
    public String orderBy(Map<String, String> columns, String idColumn) {
        String direction = sortOrder == null ? "asc" : sortOrder.toLowerCase(Locale.ROOT);
        if (sortProperty == null || sortProperty.isEmpty()) {
            return idColumn + " " + direction;
        }
        String column = columns.get(sortProperty);
        if (column == null) {
            throw ApiException.badRequest(
                    "sortProperty: expected one of %s, but got '%s'"
                            .formatted(columns.keySet().stream().sorted().toList(), sortProperty));
        }
        return "%s %s, %s %s".formatted(column, direction, idColumn, direction);
    }
}
