// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import io.millrace.message.JsonErrors;
import io.millrace.message.MessageJson;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.rule.alarm.AlarmSeverity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * How far the rules of a device have got: for each rule that counts, for how long or how often its condition has held.
 * This part of the state is stored; it cannot be read from elsewhere. Its JSON is that of ThingsBoard, with the profile.
 *
 * @param rules the rules with a count, by their set and severity
 */
public record RuleProgress(DeviceProfileId profile, List<OfRule> rules) {

    private static final JsonMapper JSON = MessageJson.MAPPER;
    private static final int BYTES = 64;
    private static final int BYTES_PER_RULE = 72;

    public RuleProgress {
        rules = List.copyOf(rules);
    }

    /**
     * The counts of a rule.
     *
     * @param set id of the set of the rule
     * @param severity null: the clear rule of the set
     * @param lastEventTs time of the last value for which the condition held, in milliseconds since the epoch; 0: none
     * @param duration milliseconds for which the condition has held until then
     * @param eventCount number of values for which the condition has held
     */
    public record OfRule(
            String set,
            @Nullable AlarmSeverity severity,
            long lastEventTs,
            long duration,
            long eventCount) {}

    /** Approximate memory that this object holds, without texts of the profile. */
    public int bytes() {
        return BYTES + BYTES_PER_RULE * rules.size();
    }

    /** Returns the JSON. */
    public String json() {
        ObjectNode root = JSON.createObjectNode();
        root.put("deviceProfileId", profile.id().toString());
        ObjectNode sets = root.putObject("alarmStates");
        for (OfRule rule : rules) {
            ObjectNode set = sets.withObjectProperty(rule.set());
            ObjectNode state =
                    rule.severity() == null
                            ? set.withObjectProperty("clearRuleState")
                            : set.withObjectProperty("createRuleStates")
                                    .withObjectProperty(rule.severity().name());
            state.put("lastEventTs", rule.lastEventTs());
            state.put("duration", rule.duration());
            state.put("eventCount", rule.eventCount());
        }
        return root.toString();
    }

    /**
     * Reads the JSON.
     *
     * @throws IllegalArgumentException if it is not the JSON of a state
     */
    public static RuleProgress parse(String json) {
        try {
            JsonNode root = JSON.readTree(json);
            List<OfRule> rules = new ArrayList<>();
            for (Map.Entry<String, JsonNode> set : root.path("alarmStates").properties()) {
                addRules(set.getKey(), set.getValue(), rules);
            }
            return new RuleProgress(
                    new DeviceProfileId(UUID.fromString(root.path("deviceProfileId").asString(""))),
                    rules);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "expected the state of alarm rules; " + JsonErrors.describe(e), e);
        }
    }

    private static void addRules(String id, JsonNode set, List<OfRule> rules) {
        for (Map.Entry<String, JsonNode> state : set.path("createRuleStates").properties()) {
            AlarmSeverity.of(state.getKey())
                    .ifPresent(severity -> rules.add(ofRule(id, severity, state.getValue())));
        }
        JsonNode clear = set.path("clearRuleState");
        if (clear.isObject()) {
            rules.add(ofRule(id, null, clear));
        }
    }

    private static OfRule ofRule(String set, @Nullable AlarmSeverity severity, JsonNode state) {
        return new OfRule(
                set,
                severity,
                state.path("lastEventTs").asLong(0),
                state.path("duration").asLong(0),
                state.path("eventCount").asLong(0));
    }
}
