// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.alarm.AlarmDraft;
import io.millrace.rule.alarm.AlarmPropagation;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.rule.alarmrule.AlarmRuleSet.CreateRule;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the rules of one profile, and numbers its rules and the values that they use. */
final class AlarmRulesParser {

    /** The most create and clear rules of a profile; bounds the stored state of a device. */
    static final int MOST_RULES = 200;

    private static final int LONGEST_ID = 255;
    private static final int DEEPEST_PREDICATE = 20;
    private static final long DAY_MILLIS = 86_400_000;

    private final Map<RuleKey.Type, Map<String, Integer>> slots = new EnumMap<>(RuleKey.Type.class);
    private final Set<String> customerAttributes = new HashSet<>();
    private final Set<String> tenantAttributes = new HashSet<>();
    private int slotCount;
    private int ruleCount;
    private boolean lasting;

    /** The types of a specification in the JSON. */
    private enum SpecType {
        SIMPLE,
        DURATION,
        REPEATING
    }

    /** The types of a filter's key in the JSON. */
    private enum KeyType {
        ATTRIBUTE,
        TIME_SERIES,
        ENTITY_FIELD,
        CONSTANT
    }

    /** The fields of a device that rules may use. */
    private enum EntityField {
        name,
        type,
        createdTime,
        label
    }

    /** The types of constants in the JSON. */
    private enum ValueType {
        STRING,
        NUMERIC,
        BOOLEAN,
        DATE_TIME
    }

    /** The types of predicates in the JSON. */
    private enum PredicateType {
        STRING,
        NUMERIC,
        BOOLEAN,
        COMPLEX
    }

    /** The sources of a dynamic value in the JSON. The attributes of a user are never known to a rule. */
    private enum SourceType {
        CURRENT_DEVICE,
        CURRENT_CUSTOMER,
        CURRENT_TENANT,
        CURRENT_USER
    }

    AlarmRules rules(JsonPlace alarms) {
        if (alarms.isAbsent()) {
            return AlarmRules.NONE;
        }
        List<AlarmRuleSet> sets = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (JsonPlace each : alarms.elements()) {
            AlarmRuleSet set = set(each.object(), sets.size());
            if (!ids.add(set.id())) {
                throw each.at("id").fault("must be unique, but another alarm has the same");
            }
            sets.add(set);
        }
        if (ruleCount > MOST_RULES) {
            throw alarms.fault(
                    "must have at most %d rules, but has %d".formatted(MOST_RULES, ruleCount));
        }
        return sets.isEmpty()
                ? AlarmRules.NONE
                : new AlarmRules(
                        sets,
                        new RuleKeys(slots, slotCount),
                        customerAttributes,
                        tenantAttributes,
                        ruleCount,
                        lasting);
    }

    private AlarmRuleSet set(JsonPlace set, int index) {
        String id = set.at("id").text();
        set.at("id").require(id.length() <= LONGEST_ID, "at most 255 characters long");
        String type = set.at("alarmType").text();
        set.at("alarmType")
                .require(type.length() <= AlarmDraft.LONGEST_TYPE, "at most 255 characters long");
        List<CreateRule> createRules = new ArrayList<>();
        set.at("createRules")
                .properties()
                .forEach((name, rule) ->
                        createRules.add(new CreateRule(severity(name, rule), rule(rule.object()))));
        createRules.sort(Comparator.comparing(CreateRule::severity));
        JsonPlace clear = set.at("clearRule");
        return new AlarmRuleSet(
                index,
                id,
                type,
                createRules,
                clear.isAbsent() ? null : rule(clear.object()),
                new AlarmPropagation(
                        set.at("propagate").flag(),
                        set.at("propagateToOwner").flag(),
                        set.at("propagateToTenant").flag(),
                        relationTypes(set.at("propagateRelationTypes"))));
    }

    private static AlarmSeverity severity(String name, JsonPlace rule) {
        return AlarmSeverity.of(name)
                .orElseThrow(() ->
                        rule.fault(
                                "must be under one of %s, the severities of alarms"
                                        .formatted(Arrays.toString(AlarmSeverity.values()))));
    }

    private static List<String> relationTypes(JsonPlace types) {
        return types.isAbsent()
                ? List.of()
                : types.elements().stream().map(JsonPlace::text).toList();
    }

    private AlarmRule rule(JsonPlace rule) {
        int index = ruleCount++;
        BitSet keys = new BitSet();
        JsonPlace condition = rule.at("condition").object();
        List<ConditionFilter> filters =
                condition.at("condition").elements().stream()
                        .map(filter -> filter(filter.object(), keys))
                        .toList();
        return new AlarmRule(
                index,
                filters,
                spec(condition.at("spec")),
                schedule(rule.at("schedule")),
                rule.at("alarmDetails").optionalText(),
                dashboard(rule.at("dashboardId")),
                keys);
    }

    private static @Nullable String dashboard(JsonPlace dashboard) {
        if (dashboard.isAbsent()) {
            return null;
        }
        JsonPlace id = dashboard.object().at("id");
        try {
            return UUID.fromString(id.text()).toString();
        } catch (AlarmRuleFaultException e) {
            throw e;
        } catch (IllegalArgumentException _) {
            throw id.fault("must be a UUID, but is " + Excerpt.of(id.text()));
        }
    }

    private ConditionFilter filter(JsonPlace filter, BitSet keys) {
        FilterKey key = key(filter.at("key").object(), filter);
        if (key instanceof FilterKey.OfDevice(RuleKey of)) {
            keys.set(of.slot());
        }
        return new ConditionFilter(key, predicate(filter.at("predicate").object(), keys, 1));
    }

    private FilterKey key(JsonPlace key, JsonPlace filter) {
        KeyType type = key.at("type").oneOf(KeyType.class);
        return switch (type) {
            case CONSTANT -> new FilterKey.Constant(constant(filter));
            case ENTITY_FIELD ->
                    ofDevice(
                            RuleKey.Type.ENTITY_FIELD,
                            key.at("key").oneOf(EntityField.class).name());
            case ATTRIBUTE -> ofDevice(RuleKey.Type.ATTRIBUTE, key.at("key").text());
            case TIME_SERIES -> ofDevice(RuleKey.Type.TIME_SERIES, key.at("key").text());
        };
    }

    private FilterKey ofDevice(RuleKey.Type type, String name) {
        return new FilterKey.OfDevice(new RuleKey(type, name, slot(type, name)));
    }

    private int slot(RuleKey.Type type, String name) {
        return slots.computeIfAbsent(type, _ -> new HashMap<>())
                .computeIfAbsent(name, _ -> slotCount++);
    }

    private static @Nullable Value constant(JsonPlace filter) {
        JsonPlace value = filter.at("value");
        if (value.isAbsent()) {
            return null;
        }
        return switch (filter.at("valueType").oneOf(ValueType.class)) {
            case STRING -> text(value);
            case NUMERIC -> number(value);
            case BOOLEAN -> truth(value);
            case DATE_TIME -> new LongValue(value.integer(Long.MIN_VALUE + 1, Long.MAX_VALUE));
        };
    }

    private static Value text(JsonPlace value) {
        value.require(value.json().isValueNode(), "a text");
        return new StringValue(value.json().asString());
    }

    private static Value number(JsonPlace value) {
        JsonNode json = value.json();
        double number = Conversions.NO_NUMBER;
        if (json.isNumber()) {
            number = json.asDouble(Conversions.NO_NUMBER);
        } else if (json.isString()) {
            number = Conversions.number(new StringValue(json.stringValue()));
        }
        value.require(Double.isFinite(number), "a number");
        return new DoubleValue(number);
    }

    private static Value truth(JsonPlace value) {
        JsonNode json = value.json();
        String text = json.isString() || json.isBoolean() ? json.asString() : "";
        value.require(text.equals("true") || text.equals("false"), "true or false");
        return new BooleanValue(text.equals("true"));
    }

    private ValuePredicate predicate(JsonPlace predicate, BitSet keys, int depth) {
        JsonPlace operation = predicate.at("operation");
        JsonPlace value = predicate.at("value");
        return switch (predicate.at("type").oneOf(PredicateType.class)) {
            case STRING ->
                    new ValuePredicate.Text(
                            operation.oneOf(ValuePredicate.TextOperation.class),
                            operand(value, keys, AlarmRulesParser::text),
                            predicate.at("ignoreCase").flag());
            case NUMERIC ->
                    new ValuePredicate.Numeric(
                            operation.oneOf(ValuePredicate.NumericOperation.class),
                            operand(value, keys, AlarmRulesParser::number));
            case BOOLEAN ->
                    new ValuePredicate.Truth(
                            operation.oneOf(ValuePredicate.TruthOperation.class),
                            operand(value, keys, AlarmRulesParser::truth));
            case COMPLEX -> {
                if (depth == DEEPEST_PREDICATE) {
                    throw predicate.fault(
                            "must be a comparison, because it is nested %d times".formatted(depth));
                }
                yield new ValuePredicate.Complex(
                        operation.oneOf(ValuePredicate.ComplexOperation.class),
                        predicate.at("predicates").elements().stream()
                                .map(each -> predicate(each.object(), keys, depth + 1))
                                .toList());
            }
        };
    }

    /** Reads the default value of an operand. */
    @FunctionalInterface
    private interface DefaultValue {
        Value of(JsonPlace value);
    }

    private Operand operand(JsonPlace operand, BitSet keys, DefaultValue type) {
        JsonPlace value = operand.object().at("defaultValue");
        @Nullable DynamicValue dynamic = dynamic(operand.at("dynamicValue"));
        if (dynamic != null && dynamic.source() == DynamicValue.Source.CURRENT_DEVICE) {
            keys.set(dynamic.slot());
        }
        return new Operand(value.isAbsent() ? null : type.of(value), dynamic);
    }

    /** Returns a dynamic value; null if there is none, or none that is ever known. */
    private @Nullable DynamicValue dynamic(JsonPlace dynamic) {
        if (dynamic.isAbsent() || dynamic.object().at("sourceType").isAbsent()) {
            return null;
        }
        SourceType source = dynamic.at("sourceType").oneOf(SourceType.class);
        if (source == SourceType.CURRENT_USER) {
            return null;
        }
        String attribute = dynamic.at("sourceAttribute").text();
        boolean inherit = dynamic.at("inherit").flag();
        boolean ofDevice = source == SourceType.CURRENT_DEVICE;
        if (source == SourceType.CURRENT_CUSTOMER || (ofDevice && inherit)) {
            customerAttributes.add(attribute);
        }
        if (source == SourceType.CURRENT_TENANT || inherit) {
            tenantAttributes.add(attribute);
        }
        return new DynamicValue(
                DynamicValue.Source.valueOf(source.name()),
                attribute,
                ofDevice ? slot(RuleKey.Type.ATTRIBUTE, attribute) : -1,
                inherit);
    }

    private RuleSpec spec(JsonPlace spec) {
        if (spec.isAbsent()) {
            return new RuleSpec.Simple();
        }
        return switch (spec.object().at("type").oneOf(SpecType.class)) {
            case SIMPLE -> new RuleSpec.Simple();
            case DURATION -> {
                lasting = true;
                yield new RuleSpec.Lasting(
                        spec.at("unit").oneOf(TimeUnit.class), threshold(spec.at("predicate")));
            }
            case REPEATING -> new RuleSpec.Repeating(threshold(spec.at("predicate")));
        };
    }

    private Threshold threshold(JsonPlace predicate) {
        return new Threshold(
                predicate.object().at("defaultValue").integer(0, Long.MAX_VALUE),
                dynamic(predicate.at("dynamicValue")));
    }

    Schedule schedule(JsonPlace schedule) {
        if (schedule.isAbsent()) {
            return Schedule.ALWAYS;
        }
        Schedule.Type type = schedule.object().at("type").oneOf(Schedule.Type.class);
        return switch (type) {
            case ANY_TIME -> Schedule.ALWAYS;
            case SPECIFIC_TIME -> weekly(type, schedule, everyDayTheSame(schedule));
            case CUSTOM -> weekly(type, schedule, eachDay(schedule.at("items")));
        };
    }

    private Schedule weekly(
            Schedule.Type type, JsonPlace schedule, Map<DayOfWeek, Schedule.Window> windows) {
        return new Schedule.Weekly(
                type, zone(schedule.at("timezone")), windows, dynamic(schedule.at("dynamicValue")));
    }

    private static Map<DayOfWeek, Schedule.Window> everyDayTheSame(JsonPlace schedule) {
        Schedule.Window window = window(schedule);
        Map<DayOfWeek, Schedule.Window> windows = new EnumMap<>(DayOfWeek.class);
        schedule.at("daysOfWeek").elements().forEach(day -> windows.put(day(day), window));
        return windows;
    }

    private static Map<DayOfWeek, Schedule.Window> eachDay(JsonPlace items) {
        Map<DayOfWeek, Schedule.Window> windows = new EnumMap<>(DayOfWeek.class);
        for (JsonPlace item : items.elements()) {
            if (item.object().at("enabled").flag()) {
                windows.put(day(item.at("dayOfWeek")), window(item));
            }
        }
        return windows;
    }

    private static DayOfWeek day(JsonPlace day) {
        return DayOfWeek.of((int) day.integer(1, DayOfWeek.values().length));
    }

    private static Schedule.Window window(JsonPlace of) {
        return new Schedule.Window(
                of.at("startsOn").integer(0, DAY_MILLIS), of.at("endsOn").integer(0, DAY_MILLIS));
    }

    private static ZoneId zone(JsonPlace zone) {
        try {
            return ZoneId.of(zone.text());
        } catch (DateTimeException _) {
            throw zone.fault("must be a time zone, but is " + Excerpt.of(zone.text()));
        }
    }
}
