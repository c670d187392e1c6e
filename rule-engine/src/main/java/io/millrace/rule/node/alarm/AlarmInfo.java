// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.alarm;

import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmJson;
import io.millrace.rule.store.EntityStore;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.node.ObjectNode;

/** The payload of messages about alarms: the alarm with the names of its originator. */
public record AlarmInfo(EntityStore entities) {

    /** Returns the JSON of an alarm; the name is {@code Deleted} if its originator no longer exists. */
    public CompletionStage<ObjectNode> of(Alarm alarm) {
        return entities.find(alarm.tenant(), alarm.originator())
                .thenApply(originator -> {
                    ObjectNode json = AlarmJson.of(alarm);
                    String name = originator.map(EntityStore.Entity::name).orElse("Deleted");
                    String label =
                            originator
                                    .map(entity -> entity.fields().path("label").asString(""))
                                    .orElse("");
                    json.put("originatorName", name);
                    json.put("originatorLabel", label.isEmpty() ? name : label);
                    return json;
                });
    }
}
