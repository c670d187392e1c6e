// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.alarm;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.rule.alarm.AlarmJson;
import io.millrace.rule.alarm.AlarmPropagation;
import io.millrace.rule.alarm.AlarmSeverity;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The alarm in the payload of each message. It may name an originator of its own.
 *
 * @param scripted whether a script makes the details, instead of the message
 */
record MessageAlarm(boolean scripted) implements AlarmSource {

    @Override
    public Wanted alarm(RuleMessage message) {
        JsonNode json = message.payload().json();
        if (!json.isObject()) {
            throw new IllegalArgumentException("the payload must be an alarm as a JSON object");
        }
        EntityId own = AlarmJson.originator(json);
        String severity = text(json, "severity");
        return new Wanted(
                own == null ? message.originator() : own,
                text(json, "type"),
                AlarmSeverity.of(severity)
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "severity: \"%s\" is not a severity of alarms"
                                                .formatted(severity))),
                new AlarmPropagation(
                        json.path("propagate").asBoolean(false),
                        json.path("propagateToOwner").asBoolean(false),
                        json.path("propagateToTenant").asBoolean(false),
                        texts(json.path("propagateRelationTypes"))),
                json.path("startTs").asLong(0),
                json.path("endTs").asLong(0),
                scripted ? null : details(json.path("details")));
    }

    private static String text(JsonNode alarm, String field) {
        JsonNode value = alarm.path(field);
        if (!value.isString() || value.asString().isBlank()) {
            throw new IllegalArgumentException(
                    "%s: must be a text in the alarm of the payload, not %s"
                            .formatted(field, value.isMissingNode() ? "nothing" : value));
        }
        return value.asString();
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.asString("")));
        return texts;
    }

    private static String details(JsonNode details) {
        return details.isMissingNode() || details.isNull() ? "{}" : details.toString();
    }
}
