// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import io.millrace.rule.script.tbel.value.MeteredContext;
import io.millrace.rule.script.tbel.value.TbelList;
import io.millrace.rule.script.tbel.value.TbelMap;
import io.millrace.rule.script.tbel.value.TooLargeException;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Date;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts the values of one call between JSON and TBEL. Both directions copy, so that neither side sees changes of the
 * other.
 */
public final class TbelValues {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int MAX_DEPTH = 500;

    private final MeteredContext context;
    private final int maxResult;
    private int written;

    /**
     * @param maxResult largest number of JSON characters of all values together
     */
    public TbelValues(MeteredContext context, int maxResult) {
        this.context = context;
        this.maxResult = maxResult;
    }

    /** Returns the value for a script; its memory counts as the script's. */
    public @Nullable Object toTbel(JsonNode node) {
        return toTbel(node, true);
    }

    /** Returns the value as argument of a script. Its size must have been counted before: its entries are not. */
    public @Nullable Object argument(JsonNode node) {
        return toTbel(node, false);
    }

    private @Nullable Object toTbel(JsonNode node, boolean counted) {
        return switch (node.getNodeType()) {
            case OBJECT -> {
                TbelMap<String, @Nullable Object> map =
                        new TbelMap<>(roomFor(node.size()), context);
                if (counted) {
                    node.forEachEntry((key, value) -> map.put(key, toTbel(value)));
                } else {
                    node.forEachEntry((key, value) -> map.fill(key, argument(value)));
                }
                yield map;
            }
            case ARRAY -> {
                TbelList<@Nullable Object> list = new TbelList<>(context);
                for (JsonNode element : node) {
                    list.add(toTbel(element, counted));
                }
                yield list;
            }
            case STRING -> node.stringValue();
            case BOOLEAN -> node.booleanValue();
            case NUMBER -> numberOf(node);
            default -> null;
        };
    }

    private static Object numberOf(JsonNode node) {
        if (node.isInt()) {
            return node.intValue();
        }
        if (node.isLong()) {
            return node.longValue();
        }
        return node.isBigInteger() ? node.bigIntegerValue() : (Object) node.doubleValue();
    }

    /** Returns the map as argument of a script, as {@link #argument(JsonNode)}. */
    public TbelMap<String, String> argument(Map<String, String> values) {
        TbelMap<String, String> map = new TbelMap<>(roomFor(values.size()), context);
        values.forEach(map::fill);
        return map;
    }

    /** A capacity at which the map does not grow when the script adds a few entries. */
    private static int roomFor(int entries) {
        return Math.max(8, 2 * entries);
    }

    /**
     * Returns a value of a script as JSON.
     *
     * @throws TooLargeException if it exceeds the limit of characters or levels
     */
    public JsonNode toJson(@Nullable Object value) {
        return toJson(value, 0);
    }

    private JsonNode toJson(@Nullable Object value, int depth) {
        context.checkExecution();
        if (depth > MAX_DEPTH) {
            throw new TooLargeException("a result may have at most %d levels".formatted(MAX_DEPTH));
        }
        return switch (value) {
            case null -> {
                count(4);
                yield JSON.nullNode();
            }
            case String text -> {
                count(text.length() + 2);
                yield JSON.stringNode(text);
            }
            case Boolean bool -> {
                count(4);
                yield JSON.booleanNode(bool);
            }
            case Number number -> toJson(number);
            case Map<?, ?> map -> {
                count(2);
                ObjectNode object = JSON.objectNode();
                map.forEach((key, each) -> {
                    String name = String.valueOf(key);
                    count(name.length() + 3);
                    JsonNode _ = object.set(name, toJson(each, depth + 1));
                });
                yield object;
            }
            case Collection<?> collection -> {
                ArrayNode array = JSON.arrayNode();
                count(2);
                for (Object each : collection) {
                    array.add(toJson(each, depth + 1));
                }
                yield array;
            }
            case TbelDate date -> toJson(date.toString(), depth);
            case Date date -> toJson(date.toInstant().toEpochMilli(), depth);
            default ->
                    value.getClass().isArray()
                            ? arrayToJson(value, depth)
                            : toJson(value.toString(), depth);
        };
    }

    private JsonNode arrayToJson(Object array, int depth) {
        count(2);
        ArrayNode node = JSON.arrayNode();
        for (int i = 0; i < Array.getLength(array); i++) {
            node.add(toJson(Array.get(array, i), depth + 1));
        }
        return node;
    }

    private JsonNode toJson(Number number) {
        count(4);
        return switch (number) {
            case Integer i -> JSON.numberNode(i);
            case Long l -> JSON.numberNode(l);
            case Double d -> JSON.numberNode(d);
            case Float f -> JSON.numberNode(f);
            case Short s -> JSON.numberNode(s);
            case Byte b -> JSON.numberNode(b);
            case BigInteger big -> JSON.numberNode(big);
            case BigDecimal big -> JSON.numberNode(big);
            default -> JSON.numberNode(number.doubleValue());
        };
    }

    /** Returns a value as text: a string unchanged, anything else in Java's form. */
    public String toText(Object value) {
        if (value instanceof String text) {
            context.checkExecution();
            count(text.length() + 2);
            return text;
        }
        // Walked first, because collections that contain others several times could expand
        // endlessly.
        JsonNode _ = toJson(value);
        return String.valueOf(value);
    }

    private void count(int characters) {
        written += characters;
        context.beforeMaking("the JSON of a value", written);
        if (written > maxResult) {
            throw new TooLargeException(
                    "a result may have at most %d characters".formatted(maxResult));
        }
    }
}
