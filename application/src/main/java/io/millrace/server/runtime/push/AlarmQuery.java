// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.server.platform.page.InvalidPageLinkException;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.alarm.AlarmSearchStatus;
import io.millrace.server.registry.alarm.AlarmSelection;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the {@code query} of a command about alarms. */
final class AlarmQuery {

    /** The most alarms of a page: each is read every two seconds. */
    static final int LONGEST_PAGE = 100;

    private static final int MOST_VALUES = 100;

    private AlarmQuery() {}

    /**
     * The alarms that a query selects. Its conditions are in {@code conditions}, its entity in {@code query}.
     *
     * @throws IllegalArgumentException if a field is not valid, with its name
     */
    static AlarmSelection selection(JsonNode query, JsonNode conditions) {
        return new AlarmSelection(
                entity(query.path("entityFilter")),
                names(conditions, "statusList", AlarmSearchStatus.class),
                names(conditions, "severityList", AlarmSeverity.class),
                texts(conditions, "typeList"),
                id(conditions.path("assigneeId")),
                start(conditions),
                time(conditions, "endTs"));
    }

    /**
     * The page that a query asks for.
     *
     * @throws IllegalArgumentException if a field is not valid, with its name
     */
    static PageLink page(JsonNode link) {
        int size = link.path("pageSize").asInt(0);
        if (size < 1 || size > LONGEST_PAGE) {
            throw new IllegalArgumentException(
                    "query.pageLink.pageSize: expected 1 to %d, but got %s"
                            .formatted(LONGEST_PAGE, link.path("pageSize")));
        }
        JsonNode order = link.path("sortOrder");
        try {
            return new PageLink(
                    size,
                    link.path("page").asInt(0),
                    text(link.path("textSearch")),
                    text(order.path("key").path("key")),
                    text(order.path("direction")));
        } catch (InvalidPageLinkException e) {
            throw new IllegalArgumentException("query.pageLink." + e.getMessage(), e);
        }
    }

    private static @Nullable EntityId entity(JsonNode filter) {
        if (filter.isMissingNode() || filter.isNull()) {
            return null;
        }
        if (!filter.path("type").asString("").equals("singleEntity")) {
            throw new IllegalArgumentException(
                    "query.entityFilter.type: expected singleEntity, or no entityFilter for all alarms, but got "
                            + filter.path("type"));
        }
        JsonNode entity = filter.path("singleEntity");
        try {
            return new EntityId(
                    EntityType.valueOf(entity.path("entityType").asString("")),
                    UUID.fromString(entity.path("id").asString("")));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "query.entityFilter.singleEntity: expected the type and the id of an entity",
                    e);
        }
    }

    private static <E extends Enum<E>> List<E> names(JsonNode json, String field, Class<E> type) {
        List<E> values = new ArrayList<>();
        for (String name : texts(json, field)) {
            values.add(
                    Arrays.stream(type.getEnumConstants())
                            .filter(value -> value.name().equals(name))
                            .findFirst()
                            .orElseThrow(() ->
                                    new IllegalArgumentException(
                                            "query.%s: expected some of %s"
                                                    .formatted(
                                                            field,
                                                            Arrays.toString(
                                                                    type.getEnumConstants())))));
        }
        return values;
    }

    private static List<String> texts(JsonNode json, String field) {
        JsonNode list = json.path(field);
        if (list.isMissingNode() || list.isNull()) {
            return List.of();
        }
        if (!list.isArray() || list.size() > MOST_VALUES) {
            throw new IllegalArgumentException(
                    "query.%s: expected a list of at most %d values".formatted(field, MOST_VALUES));
        }
        return list.valueStream().map(value -> value.asString("")).toList();
    }

    private static @Nullable UUID id(JsonNode user) {
        if (user.isMissingNode() || user.isNull()) {
            return null;
        }
        try {
            return UUID.fromString(user.path("id").asString(""));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("query.assigneeId: expected the id of a user", e);
        }
    }

    /** A span of time that ends now begins at a fixed time: the alarms of the subscription only become more. */
    private static @Nullable Long start(JsonNode json) {
        Long start = time(json, "startTs");
        Long window = time(json, "timeWindow");
        return start != null || window == null
                ? start
                : Long.valueOf(Clock.systemUTC().millis() - window);
    }

    private static @Nullable Long time(JsonNode json, String field) {
        long value = json.path(field).asLong(0);
        return value == 0 ? null : value;
    }

    private static @Nullable String text(JsonNode value) {
        return value.isString() ? value.asString() : null;
    }
}
