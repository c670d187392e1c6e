// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import io.millrace.server.store.deadletter.DeadLetterFilter;
import io.millrace.server.store.deadletter.Selection;
import io.millrace.server.web.api.ApiException;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Determines the letters of a bulk call: by ids in the body, by a filter, or explicitly all. Unknown parameters are
 * refused, because a misspelled filter would select more letters than the caller intends.
 */
final class BulkSelection {

    private static final int MOST_IDS = 1_000;
    private static final String ALL = "all";

    private static final Set<String> FILTERS =
            Arrays.stream(DeadLetterFilter.class.getRecordComponents())
                    .map(RecordComponent::getName)
                    .collect(Collectors.toUnmodifiableSet());

    private BulkSelection() {}

    /**
     * The body of a bulk call that names letters.
     *
     * @param ids 1 to {@value BulkSelection#MOST_IDS} ids of letters
     */
    record Ids(@Nullable List<@Nullable UUID> ids) {}

    /**
     * Returns the letters that a bulk call selects.
     *
     * @param body null if the request had none
     * @param filter the filter from the query parameters
     * @param all true if all letters are selected explicitly
     * @param parameters the raw query parameters
     * @param now the current time; letters that are created later are not selected, unless by their ids
     * @throws ApiException (400) unless there is exactly one of ids, filter and all
     */
    static Selection of(
            @Nullable Ids body,
            DeadLetterFilter filter,
            boolean all,
            Map<String, String[]> parameters,
            Instant now) {
        parameters.forEach(BulkSelection::requireUnderstood);
        boolean filtered = parameters.keySet().stream().anyMatch(FILTERS::contains);
        long ways = Stream.of(body != null, filtered, all).filter(given -> given).count();
        if (ways != 1) {
            throw ApiException.badRequest(
                    ways == 0
                            ? "The request selects no letters: it needs a body with ids, a filter, or all=true"
                            : "The request must have only one of: a body with ids, a filter, all=true");
        }
        if (body != null) {
            return Selection.of(require(body.ids()));
        }
        return (all ? Selection.ALL : filter.selection()).madeUntil(now);
    }

    private static void requireUnderstood(String name, String[] values) {
        if (!FILTERS.contains(name) && !name.equals(ALL)) {
            throw ApiException.badRequest(
                    "%s: unknown parameter; allowed are %s and %s"
                            .formatted(name, ALL, FILTERS.stream().sorted().toList()));
        }
        if (values.length != 1 || values[0].isBlank()) {
            throw ApiException.badRequest(
                    "%s: expected one value, got %s"
                            .formatted(name, values.length > 1 ? values.length : "a blank one"));
        }
    }

    private static Set<UUID> require(@Nullable List<@Nullable UUID> ids) {
        if (ids == null || ids.isEmpty() || ids.size() > MOST_IDS || ids.contains(null)) {
            throw ApiException.badRequest(
                    "ids: expected a JSON array of 1 to %d ids, got %s"
                            .formatted(
                                    MOST_IDS,
                                    ids == null
                                            ? "none"
                                            : ids.contains(null) ? "null among them" : ids.size()));
        }
        return ids.stream().map(Objects::requireNonNull).collect(Collectors.toSet());
    }
}
