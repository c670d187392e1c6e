// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.AlarmId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.alarm.AlarmStatus;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.AlarmStore;
import jakarta.validation.constraints.NotNull;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Checks whether an alarm is now in one of the configured states. The payload only identifies the alarm. */
@NodeType(
        id = "filter.alarm-status",
        alias = "org.thingsboard.rule.engine.filter.TbCheckAlarmStatusNode",
        group = NodeGroup.FILTER,
        name = "alarm status filter",
        description =
                "Checks whether the alarm in the payload is now in one of the configured states.",
        labels = {"True", "False"},
        waitsForStore = true)
public final class AlarmStatusFilterNode implements RuleNode {

    private static final Configuration DEFAULTS =
            new Configuration(
                    Collections.unmodifiableSet(
                            EnumSet.of(AlarmStatus.ACTIVE_UNACK, AlarmStatus.ACTIVE_ACK)));

    private final Set<AlarmStatus> accepted;
    private final AlarmStore alarms;

    private AlarmStatusFilterNode(Set<AlarmStatus> accepted, AlarmStore alarms) {
        this.accepted = Set.copyOf(accepted);
        this.alarms = alarms;
    }

    /**
     * Configuration of the node.
     *
     * @param alarmStatusList the accepted states
     */
    public record Configuration(
            @NotNull @JsonPropertyDescription("The accepted states.")
                    Set<@NotNull AlarmStatus> alarmStatusList) {}

    /** Returns the definition of this node type, with the given store for alarms. */
    public static NodeDefinition<Configuration> definition(AlarmStore alarms) {
        return NodeDefinition.of(
                AlarmStatusFilterNode.class,
                DEFAULTS,
                (configuration, _) ->
                        new AlarmStatusFilterNode(configuration.alarmStatusList(), alarms));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        AlarmId id = idIn(message);
        return new NodeResult.Later(
                alarms.find(message.tenant(), id)
                        .thenApply(found ->
                                found.map(alarm -> resultOf(message, alarm.status()))
                                        .orElseGet(() ->
                                                new NodeResult.Failed(
                                                        message,
                                                        "Alarm %s does not exist".formatted(id)))));
    }

    private NodeResult resultOf(RuleMessage message, AlarmStatus status) {
        return NodeResult.to(accepted.contains(status) ? "True" : "False", message);
    }

    private static AlarmId idIn(RuleMessage message) {
        JsonNode id = message.payload().json().path("id");
        if (id.path("entityType").asString("").equals(EntityType.ALARM.name())) {
            try {
                return AlarmId.of(id.path("id").asString(""));
            } catch (IllegalArgumentException _) {
                // Reported below, together with every other value that is not an id of an alarm.
            }
        }
        throw new IllegalArgumentException(
                "id: must be the id of an alarm in the payload, not " + message.payload());
    }
}
