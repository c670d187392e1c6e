// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.rule.alarm.AlarmPropagation;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.rule.alarmrule.AlarmRuleSet.CreateRule;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class AlarmRulesParserTest {

    /** The profile of ThingsBoard's documentation, with a schedule and properties that only ThingsBoard reads. */
    private static final String COMPLETE =
            """
            [{"id": "a1", "alarmType": "High Temperature", "unknown": 1,
              "createRules": {
                "WARNING": {"condition": {"condition": [], "spec": null}},
                "CRITICAL": {
                  "condition": {
                    "condition": [
                      {"key": {"type": "TIME_SERIES", "key": "temperature"}, "valueType": "NUMERIC", "value": null,
                       "predicate": {"type": "NUMERIC", "operation": "GREATER",
                         "value": {"defaultValue": 30.0, "userValue": null,
                           "dynamicValue": {"resolvedValue": null, "sourceType": "CURRENT_DEVICE",
                                            "sourceAttribute": "limit", "inherit": true}}}},
                      {"key": {"type": "ATTRIBUTE", "key": "mode"}, "valueType": "STRING",
                       "predicate": {"type": "COMPLEX", "operation": "OR", "predicates": [
                         {"type": "STRING", "operation": "IN", "ignoreCase": true, "value": {"defaultValue": "a,b"}}]}}],
                    "spec": {"type": "DURATION", "unit": "MINUTES", "predicate": {"defaultValue": 5}}},
                  "schedule": {"type": "CUSTOM", "timezone": "Europe/Berlin", "items": [
                    {"enabled": true, "dayOfWeek": 1, "startsOn": 0, "endsOn": 3600000},
                    {"enabled": false, "dayOfWeek": 2, "startsOn": 0, "endsOn": 0}]},
                  "alarmDetails": "T is ${temperature}",
                  "dashboardId": {"entityType": "DASHBOARD", "id": "784f394c-42b6-435a-983c-b7beff2784f9"}}},
              "clearRule": {"condition": {"condition": [
                {"key": {"type": "CONSTANT", "key": "c"}, "valueType": "BOOLEAN", "value": true,
                 "predicate": {"type": "BOOLEAN", "operation": "EQUAL", "value": {"defaultValue": false,
                   "dynamicValue": {"sourceType": "CURRENT_TENANT", "sourceAttribute": "off"}}}}],
                "spec": {"type": "REPEATING", "predicate": {"defaultValue": "3"}}}},
              "propagate": true, "propagateToOwner": false, "propagateToTenant": true,
              "propagateRelationTypes": ["Contains"]}]
            """;

    @Test
    void readsACompleteProfile() {
        AlarmRules rules = AlarmRules.parse(json(COMPLETE));

        AlarmRuleSet set = rules.sets().getFirst();
        assertThat(set.id()).isEqualTo("a1");
        assertThat(set.alarmType()).isEqualTo("High Temperature");
        assertThat(set.createRules())
                .as("from the most severe")
                .extracting(CreateRule::severity)
                .containsExactly(AlarmSeverity.CRITICAL, AlarmSeverity.WARNING);
        assertThat(set.propagation())
                .isEqualTo(new AlarmPropagation(true, false, true, List.of("Contains")));
        AlarmRule critical = set.createRules().getFirst().rule();
        assertThat(critical.condition()).hasSize(2);
        assertThat(critical.spec())
                .isEqualTo(new RuleSpec.Lasting(TimeUnit.MINUTES, new Threshold(5, null)));
        assertThat(critical.schedule()).isInstanceOf(Schedule.Weekly.class);
        assertThat(critical.details()).isEqualTo("T is ${temperature}");
        assertThat(critical.dashboard()).isEqualTo("784f394c-42b6-435a-983c-b7beff2784f9");
        AlarmRule clear = set.clearRule();
        assertThat(clear).isNotNull();
        assertThat(clear.spec()).isEqualTo(new RuleSpec.Repeating(new Threshold(3, null)));
    }

    @Test
    void listsTheValuesThatTheRulesUse() {
        AlarmRules rules = AlarmRules.parse(json(COMPLETE));

        assertThat(rules.keys().names(RuleKey.Type.TIME_SERIES)).containsExactly("temperature");
        assertThat(rules.keys().names(RuleKey.Type.ATTRIBUTE))
                .containsExactlyInAnyOrder("limit", "mode");
        assertThat(rules.keys().use(RuleKey.Type.ENTITY_FIELD)).isFalse();
        assertThat(rules.customerAttributes()).containsExactly("limit");
        assertThat(rules.tenantAttributes()).containsExactlyInAnyOrder("limit", "off");
        assertThat(rules.lasting()).isTrue();
    }

    @Test
    void twoReadingsOfOneProfileAreEqual() {
        assertThat(AlarmRules.parse(json(COMPLETE))).isEqualTo(AlarmRules.parse(json(COMPLETE)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[]"})
    void aProfileMayHaveNoRules(String alarms) {
        assertThat(AlarmRules.parse(json(alarms))).isSameAs(AlarmRules.NONE);
    }

    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    /0/id                                    | ""        | [0].id: must be a text that is not blank, but is ""
                    /0/alarmType                             | 5         | [0].alarmType: must be a text that is not blank, but is 5
                    /0/createRules                           | null      | [0].createRules: must be a JSON object, but is null
                    /0/createRules/CRITICAL                  | 1         | [0].createRules.CRITICAL: must be a JSON object, but is 1
                    /0/createRules/HOT                       | {}        | [0].createRules.HOT: must be under one of [CRITICAL, MAJOR, MINOR, WARNING, INDETERMINATE], the severities of alarms
                    /0/createRules/CRITICAL/condition        | []        | [0].createRules.CRITICAL.condition: must be a JSON object, but is an array
                    /0/createRules/CRITICAL/condition/condition | {}     | [0].createRules.CRITICAL.condition.condition: must be an array, but is an object
                    /0/createRules/CRITICAL/condition/condition/0/key/type | "X" | [0].createRules.CRITICAL.condition.condition[0].key.type: must be one of [ATTRIBUTE, TIME_SERIES, ENTITY_FIELD, CONSTANT], but is "X"
                    /0/createRules/CRITICAL/condition/condition/0/key/key | null | [0].createRules.CRITICAL.condition.condition[0].key.key: must be a text that is not blank, but is null
                    /0/createRules/CRITICAL/condition/condition/0/predicate/type | "X" | [0].createRules.CRITICAL.condition.condition[0].predicate.type: must be one of [STRING, NUMERIC, BOOLEAN, COMPLEX], but is "X"
                    /0/createRules/CRITICAL/condition/condition/0/predicate/operation | "CONTAINS" | [0].createRules.CRITICAL.condition.condition[0].predicate.operation: must be one of [EQUAL, NOT_EQUAL, GREATER, LESS, GREATER_OR_EQUAL, LESS_OR_EQUAL], but is "CONTAINS"
                    /0/createRules/CRITICAL/condition/condition/0/predicate/value/defaultValue | "hot" | [0].createRules.CRITICAL.condition.condition[0].predicate.value.defaultValue: must be a number, but is "hot"
                    /0/createRules/CRITICAL/condition/condition/0/predicate/value/dynamicValue/sourceType | "X" | [0].createRules.CRITICAL.condition.condition[0].predicate.value.dynamicValue.sourceType: must be one of [CURRENT_DEVICE, CURRENT_CUSTOMER, CURRENT_TENANT, CURRENT_USER], but is "X"
                    /0/createRules/CRITICAL/condition/condition/0/predicate/value/dynamicValue/sourceAttribute | "" | [0].createRules.CRITICAL.condition.condition[0].predicate.value.dynamicValue.sourceAttribute: must be a text that is not blank, but is ""
                    /0/createRules/CRITICAL/condition/condition/1/predicate/predicates/0/ignoreCase | "yes" | [0].createRules.CRITICAL.condition.condition[1].predicate.predicates[0].ignoreCase: must be true or false, but is "yes"
                    /0/createRules/CRITICAL/condition/spec/type | "X" | [0].createRules.CRITICAL.condition.spec.type: must be one of [SIMPLE, DURATION, REPEATING], but is "X"
                    /0/createRules/CRITICAL/condition/spec/unit | "YEARS" | [0].createRules.CRITICAL.condition.spec.unit: must be one of [NANOSECONDS, MICROSECONDS, MILLISECONDS, SECONDS, MINUTES, HOURS, DAYS], but is "YEARS"
                    /0/createRules/CRITICAL/condition/spec/predicate/defaultValue | -1 | [0].createRules.CRITICAL.condition.spec.predicate.defaultValue: must be a whole number from 0 to 2^63 - 1, but is -1
                    /0/createRules/CRITICAL/condition/spec/predicate/defaultValue | 1.5 | [0].createRules.CRITICAL.condition.spec.predicate.defaultValue: must be a whole number from 0 to 2^63 - 1, but is 1.5
                    /0/createRules/CRITICAL/schedule/timezone | "Mars" | [0].createRules.CRITICAL.schedule.timezone: must be a time zone, but is "Mars"
                    /0/createRules/CRITICAL/schedule/items/0/dayOfWeek | 8 | [0].createRules.CRITICAL.schedule.items[0].dayOfWeek: must be a whole number from 1 to 7, but is 8
                    /0/createRules/CRITICAL/schedule/items/0/startsOn | -5 | [0].createRules.CRITICAL.schedule.items[0].startsOn: must be a whole number from 0 to 86400000, but is -5
                    /0/createRules/CRITICAL/dashboardId/id   | "x"       | [0].createRules.CRITICAL.dashboardId.id: must be a UUID, but is "x"
                    /0/clearRule/condition/condition/0/value | "no"      | [0].clearRule.condition.condition[0].value: must be true or false, but is "no"
                    /0/clearRule/condition/condition/0/valueType | "X"   | [0].clearRule.condition.condition[0].valueType: must be one of [STRING, NUMERIC, BOOLEAN, DATE_TIME], but is "X"
                    /0/propagate                             | 1         | [0].propagate: must be true or false, but is 1
                    /0/propagateRelationTypes                | "Contains" | [0].propagateRelationTypes: must be an array, but is "Contains"
                    """)
    void aFaultNamesItsPlace(String place, String value, String fault) {
        JsonNode alarms = json(COMPLETE);
        int slash = place.lastIndexOf('/');
        ((ObjectNode) alarms.at(place.substring(0, slash)))
                .set(place.substring(slash + 1), json(value));

        assertThatThrownBy(() -> AlarmRules.parse(alarms))
                .isInstanceOf(AlarmRuleFaultException.class)
                .hasMessage("profileData.alarms" + fault);
        assertThat(ProfileAlarmRules.of(alarms))
                .isEqualTo(new FaultyAlarmRules("profileData.alarms" + fault));
    }

    @Test
    void rulesMustBeAnArray() {
        assertThatThrownBy(() -> AlarmRules.parse(json("{}")))
                .hasMessage("profileData.alarms: must be an array, but is an object");
    }

    @Test
    void idsAreUnique() {
        String set = "{\"id\": \"a\", \"alarmType\": \"T\", \"createRules\": {}}";

        assertThatThrownBy(() -> AlarmRules.parse(json("[%s, %s]".formatted(set, set))))
                .hasMessage(
                        "profileData.alarms[1].id: must be unique, but another alarm has the same");
    }

    @Test
    void theNumberOfRulesIsBounded() {
        String rule = "{\"condition\": {\"condition\": []}}";
        StringBuilder sets = new StringBuilder("[");
        for (int i = 0; i <= AlarmRulesParser.MOST_RULES; i++) {
            sets.append(i == 0 ? "" : ",")
                    .append(
                            "{\"id\": \"%d\", \"alarmType\": \"T\", \"createRules\": {\"MAJOR\": %s}}"
                                    .formatted(i, rule));
        }

        assertThatThrownBy(() -> AlarmRules.parse(json(sets + "]")))
                .hasMessage("profileData.alarms: must have at most 200 rules, but has 201");
    }

    @Test
    void nestedPredicatesAreBounded() {
        String predicate =
                "{\"type\": \"BOOLEAN\", \"operation\": \"EQUAL\", \"value\": {\"defaultValue\": true}}";
        for (int i = 0; i < 20; i++) {
            predicate =
                    "{\"type\": \"COMPLEX\", \"operation\": \"AND\", \"predicates\": [%s]}"
                            .formatted(predicate);
        }
        String alarms =
                "[{\"id\": \"a\", \"alarmType\": \"T\", \"createRules\": {\"MAJOR\": {\"condition\": {\"condition\": [{\"key\": {\"type\": \"ATTRIBUTE\", \"key\": \"k\"}, \"predicate\": %s}]}}}}]"
                        .formatted(predicate);

        assertThatThrownBy(() -> AlarmRules.parse(json(alarms)))
                .hasMessageEndingWith("must be a comparison, because it is nested 20 times");
    }

    @Test
    void aDynamicValueOfTheUserIsNeverKnown() {
        JsonNode alarms = json(COMPLETE);
        ((ObjectNode)
                        alarms.at(
                                "/0/createRules/CRITICAL/condition/condition/0/predicate/value/dynamicValue"))
                .put("sourceType", "CURRENT_USER");

        assertThat(AlarmRules.parse(alarms).keys().names(RuleKey.Type.ATTRIBUTE))
                .containsExactly("mode");
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
