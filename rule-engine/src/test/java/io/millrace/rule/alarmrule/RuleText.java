// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Alarm rules in short, for tests: {@code CRITICAL t > 30 & @mode = 'auto' for 60s on MON,TUE 9h-17h; clear t < 20}. Names are
 * those of time series, with {@code @} those of attributes, with {@code .} those of fields. {@code t > @limit?30} compares with
 * the device's attribute and has the default 30; {@code @@limit?30} inherits it from the customer and the tenant.
 */
public final class RuleText {

    private static final Pattern RULE =
            Pattern.compile(
                    "(?<severity>\\w+) (?<condition>.+?)"
                            + "( for (?<seconds>\\S+)s| (?<times>\\S+) times)?"
                            + "( on (?<days>\\S+) (?<from>\\d+)h-(?<to>\\d+)h)?( says '(?<details>[^']*)')?");
    private static final Pattern FILTER =
            Pattern.compile("(?<key>[@.]?\\w+) (?<operation>\\S+) (?<right>.+)");
    private static final Map<String, String> NUMERIC =
            Map.of(
                    ">", "GREATER",
                    "<", "LESS",
                    ">=", "GREATER_OR_EQUAL",
                    "<=", "LESS_OR_EQUAL",
                    "=", "EQUAL",
                    "!=", "NOT_EQUAL");
    private static final Map<String, String> TEXT =
            Map.of(
                    "=", "EQUAL",
                    "!=", "NOT_EQUAL",
                    "in", "IN",
                    "!in", "NOT_IN",
                    "has", "CONTAINS",
                    "!has", "NOT_CONTAINS",
                    "starts", "STARTS_WITH",
                    "ends", "ENDS_WITH");
    private static final List<String> DAYS =
            List.of("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN");

    private RuleText() {}

    /** The rules of a profile with one set of rules, for alarms of the type {@code Heat}. */
    public static AlarmRules rules(String text) {
        return AlarmRules.parse(alarms(text));
    }

    /** The rules of a profile with two sets of rules, for alarms of the types {@code Heat} and {@code Damp}. */
    public static AlarmRules rules(String heat, String damp) {
        return AlarmRules.parse(
                JsonMapper.shared()
                        .createArrayNode()
                        .add(set("heat", "Heat", heat))
                        .add(set("damp", "Damp", damp)));
    }

    /** The JSON of one set of rules. */
    static JsonNode alarms(String text) {
        return JsonMapper.shared().createArrayNode().add(set("set", "Heat", text));
    }

    private static JsonNode set(String id, String alarmType, String text) {
        List<String> rules = Arrays.stream(text.split(";")).map(String::strip).toList();
        String create =
                rules.stream()
                        .filter(rule -> !rule.startsWith("clear"))
                        .map(rule -> "\"%s\": %s".formatted(severity(rule), rule(rule)))
                        .collect(Collectors.joining(", "));
        String clear =
                rules.stream()
                        .filter(rule -> rule.startsWith("clear"))
                        .map(RuleText::rule)
                        .findFirst()
                        .orElse("null");
        return JsonMapper.shared()
                .readTree(
                        "{\"id\": \"%s\", \"alarmType\": \"%s\", \"createRules\": {%s}, \"clearRule\": %s}"
                                .formatted(id, alarmType, create, clear));
    }

    private static Matcher matched(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a rule: " + text);
        }
        return matcher;
    }

    private static String severity(String rule) {
        return matched(RULE, rule).group("severity");
    }

    private static String rule(String text) {
        Matcher rule = matched(RULE, text);
        String filters =
                rule.group("condition").equals("always")
                        ? ""
                        : Arrays.stream(rule.group("condition").split(" & "))
                                .map(RuleText::filter)
                                .collect(Collectors.joining(", "));
        String details = rule.group("details");
        return "{\"condition\": {\"condition\": [%s], \"spec\": %s}, \"schedule\": %s, \"alarmDetails\": %s}"
                .formatted(
                        filters,
                        spec(rule),
                        schedule(rule),
                        details == null ? "null" : "\"" + details + "\"");
    }

    private static String spec(Matcher rule) {
        if (rule.group("seconds") != null) {
            return "{\"type\": \"DURATION\", \"unit\": \"SECONDS\", \"predicate\": %s}"
                    .formatted(operand(rule.group("seconds")));
        }
        return rule.group("times") != null
                ? "{\"type\": \"REPEATING\", \"predicate\": %s}"
                        .formatted(operand(rule.group("times")))
                : "{\"type\": \"SIMPLE\"}";
    }

    private static String schedule(Matcher rule) {
        if (rule.group("days") == null) {
            return "null";
        }
        String days =
                Arrays.stream(rule.group("days").split(","))
                        .map(day -> Integer.toString(DAYS.indexOf(day) + 1))
                        .collect(Collectors.joining(", "));
        return "{\"type\": \"SPECIFIC_TIME\", \"timezone\": \"UTC\", \"daysOfWeek\": [%s], \"startsOn\": %d, \"endsOn\": %d}"
                .formatted(
                        days,
                        Long.parseLong(rule.group("from")) * 3_600_000,
                        Long.parseLong(rule.group("to")) * 3_600_000);
    }

    private static String filter(String text) {
        Matcher filter = matched(FILTER, text.strip());
        String key = filter.group("key");
        String type =
                switch (key.charAt(0)) {
                    case '@' -> "ATTRIBUTE";
                    case '.' -> "ENTITY_FIELD";
                    default -> "TIME_SERIES";
                };
        return "{\"key\": {\"type\": \"%s\", \"key\": \"%s\"}, \"predicate\": %s}"
                .formatted(
                        type,
                        key.replaceFirst("[@.]", ""),
                        predicate(filter.group("operation"), filter.group("right").strip()));
    }

    private static String predicate(String operation, String right) {
        String last = right.substring(right.indexOf('?') + 1);
        boolean truth = last.equals("true") || last.equals("false");
        String type = last.startsWith("'") ? "STRING" : truth ? "BOOLEAN" : "NUMERIC";
        String name = type.equals("STRING") ? TEXT.get(operation) : NUMERIC.get(operation);
        return "{\"type\": \"%s\", \"operation\": \"%s\", \"value\": %s}"
                .formatted(type, name, operand(right));
    }

    private static String operand(String text) {
        int question = text.indexOf('?');
        String value = text.substring(question + 1).replace('\'', '"');
        if (!text.startsWith("@")) {
            return "{\"defaultValue\": %s}".formatted(value);
        }
        boolean inherit = text.startsWith("@@");
        return "{\"defaultValue\": %s, \"dynamicValue\": {\"sourceType\": \"CURRENT_DEVICE\", \"sourceAttribute\": \"%s\", \"inherit\": %s}}"
                .formatted(value, text.substring(inherit ? 2 : 1, question), inherit);
    }
}
