// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.alarm;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.MessageType;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.AlarmId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmChange;
import io.millrace.rule.node.EffectNode;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.OriginatorSequence;
import io.millrace.rule.node.Template;
import io.millrace.rule.script.ScriptLanguage;
import io.millrace.rule.store.AlarmStore;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Clears the active alarm of a type, or the alarm that is the originator of the message. */
@NodeType(
        id = "action.clear-alarm",
        alias = "org.thingsboard.rule.engine.action.TbClearAlarmNode",
        group = NodeGroup.ACTION,
        name = "clear alarm",
        description = "Clears the originator's active alarm of a type.",
        labels = {NodeResult.SUCCESS, "Cleared", "False"},
        effect = true,
        waitsForStore = true)
public final class ClearAlarmNode implements EffectNode {

    private static final Configuration DEFAULTS =
            new Configuration(
                    "General Alarm",
                    ScriptLanguage.TBEL,
                    DetailsScript.DEFAULT_TBEL,
                    DetailsScript.DEFAULT_JS);

    private final Template type;
    private final DetailsScript script;
    private final AlarmMessages messages;
    private final OriginatorSequence sequence = new OriginatorSequence();
    private final AlarmStore alarms;
    private final Clock clock;

    private ClearAlarmNode(
            Template type,
            DetailsScript script,
            AlarmMessages messages,
            AlarmStore alarms,
            Clock clock) {
        this.type = type;
        this.script = script;
        this.messages = messages;
        this.alarms = alarms;
        this.clock = clock;
    }

    /**
     * Configuration of the node.
     *
     * @param alarmType template of the type
     * @param scriptLang language of the details script; null: JavaScript
     * @param alarmDetailsBuildTbel details script in TBEL
     * @param alarmDetailsBuildJs details script in JavaScript
     */
    public record Configuration(
            @JsonPropertyDescription("Template of the alarm's type.") @Nullable String alarmType,
            @JsonPropertyDescription("Language of the details script.")
                    @Nullable ScriptLanguage scriptLang,
            @JsonPropertyDescription(
                            "Body of a function in TBEL that returns the alarm's details. The former details are in"
                                    + " metadata.prevAlarmDetails, as JSON text.")
                    @Nullable String alarmDetailsBuildTbel,
            @JsonPropertyDescription(
                            "Body of a function in JavaScript that returns the alarm's details. The former details are"
                                    + " in metadata.prevAlarmDetails, as JSON text.")
                    @Nullable String alarmDetailsBuildJs) {}

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition(AlarmPorts ports) {
        return NodeDefinition.of(
                ClearAlarmNode.class,
                DEFAULTS,
                (configuration, node) -> create(configuration, node, ports));
    }

    private static ClearAlarmNode create(
            Configuration configuration, NodeIdentity node, AlarmPorts ports) {
        String type = configuration.alarmType();
        if (type == null || type.isBlank()) {
            throw new InvalidConfigurationException("alarmType: must not be blank");
        }
        return new ClearAlarmNode(
                Template.of(type),
                DetailsScript.compile(
                        ports.scripts(),
                        configuration.scriptLang(),
                        configuration.alarmDetailsBuildTbel(),
                        configuration.alarmDetailsBuildJs()),
                new AlarmMessages(node, ports.entities(), ports.intake()),
                ports.alarms(),
                ports.clock());
    }

    @Override
    public NodeResult process(RuleMessage message, NodeCall call) {
        return new NodeResult.Later(
                sequence.then(message.originator(), () -> clear(message, call)));
    }

    private CompletionStage<NodeResult> clear(RuleMessage message, NodeCall call) {
        return find(message)
                .thenCompose(found ->
                        found.filter(alarm -> !alarm.status().isCleared())
                                .map(alarm -> clear(message, alarm, call))
                                .orElseGet(() -> completed(NodeResult.to("False", message))));
    }

    private CompletionStage<Optional<Alarm>> find(RuleMessage message) {
        return message.originator().type() == EntityType.ALARM
                ? alarms.find(message.tenant(), new AlarmId(message.originator().id()))
                : alarms.findActive(message.tenant(), message.originator(), type.resolve(message));
    }

    private CompletionStage<NodeResult> clear(RuleMessage message, Alarm alarm, NodeCall call) {
        return script.details(message, alarm)
                .thenCompose(details ->
                        alarms.clear(
                                message.tenant(),
                                alarm.id(),
                                details,
                                clock.millis(),
                                call.lease()))
                .thenCompose(change ->
                        change.filter(AlarmChange::isCleared)
                                .map(cleared ->
                                        messages.announce(
                                                message,
                                                cleared.alarm(),
                                                MessageType.ALARM_CLEAR,
                                                "Cleared",
                                                "isClearedAlarm",
                                                call))
                                .orElseGet(() -> completed(NodeResult.success(message))));
    }

    private static CompletionStage<NodeResult> completed(NodeResult result) {
        return CompletableFuture.completedStage(result);
    }

    @Override
    public void close() {
        script.close();
    }
}
