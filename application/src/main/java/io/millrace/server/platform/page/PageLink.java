// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.page;

import io.swagger.v3.oas.annotations.Parameter;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The requested page of a list, bound from the query parameters of the same names.
 *
 * @param pageSize entries per page, 1 to {@value #MAX_PAGE_SIZE}
 * @param page number of the page, from 0
 * @param textSearch text that an entry must contain, in any case; null or blank: all entries
 * @param sortProperty property to sort by; null: the order of creation
 * @param sortOrder {@code ASC} (also when null) or {@code DESC}
 */
public record PageLink(
        @Parameter(required = true) int pageSize,
        @Parameter(required = true) int page,
        @Nullable String textSearch,
        @Nullable String sortProperty,
        @Nullable String sortOrder) {

    /** A page is held in memory; a list that is longer takes more than one. */
    static final int MAX_PAGE_SIZE = 10_000;

    /** @throws InvalidPageLinkException if a value is out of its range */
    public PageLink {
        if (pageSize < 1 || pageSize > MAX_PAGE_SIZE) {
            throw new InvalidPageLinkException(
                    "pageSize: must be from 1 to %d, but is %d".formatted(MAX_PAGE_SIZE, pageSize));
        }
        if (page < 0) {
            throw new InvalidPageLinkException("page: must not be negative, but is " + page);
        }
        if (sortOrder != null && !isDirection(sortOrder)) {
            throw new InvalidPageLinkException(
                    "sortOrder: '%s' is neither ASC nor DESC".formatted(sortOrder));
        }
    }

    private static boolean isDirection(String text) {
        return text.equalsIgnoreCase("ASC") || text.equalsIgnoreCase("DESC");
    }

    /** This page, with the latest entries first if the caller gave no order. */
    public PageLink latestFirst() {
        boolean ordered = sortOrder != null || (sortProperty != null && !sortProperty.isEmpty());
        return ordered ? this : new PageLink(pageSize, page, textSearch, null, "DESC");
    }

    /** The number of entries before this page. */
    public long offset() {
        return (long) page * pageSize;
    }

    /** The text search as a pattern for {@code ilike}; without a text search it matches everything. */
    public String likePattern() {
        if (textSearch == null || textSearch.isBlank()) {
            return "%";
        }
        return containing(textSearch);
    }

    /** The pattern for {@code like} that matches every text which contains this one. */
    public static String containing(String text) {
        return "%" + literal(text) + "%";
    }

    /** The pattern for {@code like} that matches exactly this text. */
    public static String literal(String text) {
        return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
    }

    /**
     * The sort order as an {@code order by} list that ends with the id, so that pages never overlap.
     *
     * @param columns the columns that callers may sort by, by the property's name
     * @param idColumn the unique column that breaks ties
     * @throws InvalidPageLinkException if the property is not among them
     */
    public String orderBy(Map<String, String> columns, String idColumn) {
        String direction = sortOrder == null ? "asc" : sortOrder.toLowerCase(Locale.ROOT);
        if (sortProperty == null || sortProperty.isEmpty()) {
            return idColumn + " " + direction;
        }
        String column = columns.get(sortProperty);
        if (column == null) {
            throw new InvalidPageLinkException(
                    "sortProperty: cannot sort by '%s'; allowed: %s"
                            .formatted(sortProperty, columns.keySet().stream().sorted().toList()));
        }
        return "%s %s, %s %s".formatted(column, direction, idColumn, direction);
    }
}
