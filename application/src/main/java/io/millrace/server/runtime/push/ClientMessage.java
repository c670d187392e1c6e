// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.JsonErrors;
import io.millrace.message.id.EntityType;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.alarm.AlarmCountQuery;
import io.millrace.server.registry.alarm.AlarmDataQuery;
import io.millrace.server.runtime.telemetry.RangeParameters;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.BodyErrors;
import io.millrace.server.web.api.IdJson;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A message of a client.
 *
 * @param token the access token of its {@code authCmd}; null if it has none
 * @param commands its commands in their order
 */
record ClientMessage(@Nullable String token, List<Command> commands) {

    private static final String LATEST_TELEMETRY = "LATEST_TELEMETRY";
    private static final String ANY_SCOPE = "ANY";
    private static final int MAX_SHOWN = 40;

    /** The most alarms of a page: each is read every two seconds. */
    private static final int LONGEST_ALARM_PAGE = 100;

    private static final JsonMapper QUERIES = JsonMapper.builder().addModule(new IdJson()).build();

    /** Thrown if a message is no JSON object. */
    static final class MalformedException extends Exception {

        private static final long serialVersionUID = 1;

        MalformedException(String message) {
            super(message);
        }
    }

    /**
     * Reads a message. A command that cannot be understood becomes {@link Command.Invalid}.
     *
     * @throws MalformedException if the text is no JSON object, or has no list of commands where one must be
     */
    static ClientMessage parse(String text) throws MalformedException {
        JsonNode message = object(text);
        @Nullable String token = null;
        if (message.path("authCmd").isObject()) {
            token = message.path("authCmd").path("token").asString("");
        }
        List<Command> commands = new ArrayList<>();
        for (JsonNode command : list(message, "cmds")) {
            commands.add(command(command));
        }
        for (CommandType type : CommandType.values()) {
            if (type.wrapper().isPresent()) {
                for (JsonNode command : list(message, type.wrapper().get())) {
                    commands.add(command(type, command));
                }
            }
        }
        return new ClientMessage(token, commands);
    }

    private static JsonNode object(String text) throws MalformedException {
        JsonNode message;
        try {
            message = JsonMapper.shared().readTree(text);
        } catch (JacksonException e) {
            throw new MalformedException("The message is not JSON: " + JsonErrors.describe(e));
        }
        if (!message.isObject()) {
            throw new MalformedException("The message must be a JSON object");
        }
        return message;
    }

    private static Iterable<JsonNode> list(JsonNode message, String field)
            throws MalformedException {
        JsonNode list = message.path(field);
        if (list.isMissingNode() || list.isNull()) {
            return List.of();
        }
        if (!list.isArray()) {
            throw new MalformedException(field + ": must be a list");
        }
        return list.values();
    }

    private static Command command(JsonNode json) {
        String name = json.path("type").asString("");
        for (CommandType type : CommandType.values()) {
            if (type.name().equals(name)) {
                return command(type, json);
            }
        }
        return new Command.Invalid(
                id(json),
                null,
                "type: expected one of %s, got '%s'"
                        .formatted(Arrays.toString(CommandType.values()), shown(name)));
    }

    private static int id(JsonNode json) {
        return json.path("cmdId").asInt(0);
    }

    private static Command command(CommandType type, JsonNode json) {
        if (!json.path("cmdId").isInt()) {
            return new Command.Invalid(0, type, "cmdId: expected a whole number");
        }
        int id = id(json);
        try {
            return switch (type) {
                case ATTRIBUTES, TIMESERIES ->
                        json.path("unsubscribe").asBoolean(false)
                                ? new Command.Unsubscribe(id)
                                : subscription(type, id, json);
                case TIMESERIES_HISTORY ->
                        new Command.History(
                                id,
                                target(json),
                                range(json, required(json, "startTs"), required(json, "endTs")));
                case RULE_NODE_STATES ->
                        json.path("unsubscribe").asBoolean(false)
                                ? new Command.Unsubscribe(id)
                                : new Command.NodeStates(id, chain(json));
                case ALARM_DATA, ALARM_COUNT -> alarms(type, id, json.path("query"));
                case ALARM_DATA_UNSUBSCRIBE, ALARM_COUNT_UNSUBSCRIBE -> new Command.Unsubscribe(id);
                default -> new Command.Unsupported(id, type);
            };
        } catch (IllegalArgumentException e) {
            return new Command.Invalid(id, type, String.valueOf(e.getMessage()));
        }
    }

    /** A time window begins at a fixed time, so the alarms of a subscription only become more. */
    private static Command alarms(CommandType type, int id, JsonNode query) {
        long now = Clock.systemUTC().millis();
        JsonNode given = query.isObject() ? query : QUERIES.createObjectNode();
        try {
            if (type == CommandType.ALARM_COUNT) {
                AlarmCountQuery count = QUERIES.treeToValue(given, AlarmCountQuery.class);
                return new Command.Alarms(id, type, count.selection(now), null);
            }
            AlarmDataQuery page = QUERIES.treeToValue(given, AlarmDataQuery.class);
            return new Command.Alarms(id, type, page.selection(now), bounded(page.page()));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("query." + BodyErrors.describe(e), e);
        } catch (ApiException e) {
            throw new IllegalArgumentException("query." + e.getMessage(), e);
        }
    }

    private static PageLink bounded(PageLink page) {
        if (page.pageSize() > LONGEST_ALARM_PAGE) {
            throw new IllegalArgumentException(
                    "query.pageLink.pageSize: expected 1 to %d, got %d"
                            .formatted(LONGEST_ALARM_PAGE, page.pageSize()));
        }
        return page;
    }

    private static Command subscription(CommandType type, int id, JsonNode json) {
        Scoped target = new Scoped(target(json), json.path("scope").asString(""));
        if (type == CommandType.ATTRIBUTES) {
            return new Command.Attributes(id, target.values, scopes(target.scope));
        }
        long window = number(json, "timeWindow", 0);
        if (window <= 0 || target.scope.equals(LATEST_TELEMETRY)) {
            return new Command.Latest(id, target.values);
        }
        long start = required(json, "startTs");
        return new Command.Live(id, target.values, start, range(json, start, end(start, window)));
    }

    /** The values of a subscription, and the text of its scope. */
    private record Scoped(Command.Target values, String scope) {}

    private static Command.Target target(JsonNode json) {
        String type = json.path("entityType").asString("");
        String id = json.path("entityId").asString("");
        Set<String> keys = new LinkedHashSet<>();
        for (String key : json.path("keys").asString("").split(",", -1)) {
            if (!key.isBlank()) {
                keys.add(key.strip());
            }
        }
        return new Command.Target(
                entityType(type), uuid(id), keys, json.path("useStrictDataTypes").asBoolean(false));
    }

    private static UUID chain(JsonNode json) {
        EntityType type = entityType(json.path("entityType").asString(""));
        if (type != EntityType.RULE_CHAIN) {
            throw new IllegalArgumentException("entityType: expected RULE_CHAIN, got " + type);
        }
        return uuid(json.path("entityId").asString(""));
    }

    private static EntityType entityType(String name) {
        try {
            return EntityType.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "entityType: expected a type such as DEVICE, got '%s'".formatted(shown(name)),
                    e);
        }
    }

    private static UUID uuid(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "entityId: expected a UUID, got '%s'".formatted(shown(text)), e);
        }
    }

    private static Set<AttributeScope> scopes(String name) {
        if (name.isEmpty() || name.equals(ANY_SCOPE)) {
            return EnumSet.allOf(AttributeScope.class);
        }
        try {
            return EnumSet.of(AttributeScope.valueOf(name));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "scope: expected CLIENT_SCOPE, SERVER_SCOPE or SHARED_SCOPE, got '%s'"
                            .formatted(shown(name)),
                    e);
        }
    }

    private static RangeParameters range(JsonNode json, long startTs, long endTs) {
        return new RangeParameters(
                Long.toString(startTs),
                Long.toString(endTs),
                positive(json, "limit"),
                text(json, "agg"),
                null,
                positive(json, "interval"),
                text(json, "intervalType"),
                text(json, "timeZoneId"));
    }

    private static long end(long start, long window) {
        if (start > Long.MAX_VALUE - window) {
            throw new IllegalArgumentException("timeWindow: too long, got " + window);
        }
        return start + window;
    }

    /** ThingsBoard's clients send 0 for a number that they do not set. */
    private static @Nullable String positive(JsonNode json, String field) {
        long value = number(json, field, 0);
        return value == 0 ? null : Long.toString(value);
    }

    private static @Nullable String text(JsonNode json, String field) {
        return json.path(field).isString() ? json.path(field).asString() : null;
    }

    private static long required(JsonNode json, String field) {
        if (!json.path(field).isIntegralNumber()) {
            throw new IllegalArgumentException(
                    field + ": expected milliseconds since the epoch; it is missing");
        }
        return number(json, field, 0);
    }

    private static long number(JsonNode json, String field, long otherwise) {
        JsonNode value = json.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return otherwise;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new IllegalArgumentException(
                    "%s: expected a whole number, got '%s'"
                            .formatted(field, shown(value.toString())));
        }
        return value.asLong();
    }

    private static String shown(String text) {
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
    }
}
