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
 * Which letters a call is about that changes many: those whose ids it brings, those of a filter, or expressly all. What is not
 * understood is refused, since a filter with a slip in it would mean more letters than the caller does.
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
     * The body of a call that names letters.
     *
     * @param ids 1 to {@value BulkSelection#MOST_IDS} ids of letters
     */
    record Ids(@Nullable List<@Nullable UUID> ids) {}

    /**
     * The letters that a call means.
     *
     * @param body null where there was none
     * @param filter what the parameters say
     * @param all whether all letters are asked for
     * @param parameters the parameters of the query as they came
     * @param now letters that are made later are not meant, unless by their ids
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
                            ? "Expected a body with ids, or a filter, or all=true, but there is none of them"
                            : "Expected only one of a body with ids, a filter and all=true, but got more");
        }
        if (body != null) {
            return Selection.of(require(body.ids()));
        }
        return (all ? Selection.ALL : filter.selection()).madeUntil(now);
    }

    private static void requireUnderstood(String name, String[] values) {
        if (!FILTERS.contains(name) && !name.equals(ALL)) {
            throw ApiException.badRequest(
                    "%s: expected %s or one of %s as parameter"
                            .formatted(name, ALL, FILTERS.stream().sorted().toList()));
        }
        if (values.length != 1 || values[0].isBlank()) {
            throw ApiException.badRequest(
                    "%s: expected one value, but got %s"
                            .formatted(name, values.length > 1 ? values.length : "a blank one"));
        }
    }

    private static Set<UUID> require(@Nullable List<@Nullable UUID> ids) {
        if (ids == null || ids.isEmpty() || ids.size() > MOST_IDS || ids.contains(null)) {
            throw ApiException.badRequest(
                    "ids: expected a JSON array of 1 to %d ids, but got %s"
                            .formatted(
                                    MOST_IDS,
                                    ids == null
                                            ? "none"
                                            : ids.contains(null) ? "null among them" : ids.size()));
        }
        return ids.stream().map(Objects::requireNonNull).collect(Collectors.toSet());
    }
}
