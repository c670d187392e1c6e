// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.alarm;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.MessageType;
import io.millrace.message.RuleMessage;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmChange;
import io.millrace.rule.alarm.AlarmDraft;
import io.millrace.rule.alarm.AlarmPropagation;
import io.millrace.rule.alarm.AlarmSeverity;
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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Creates an alarm, or changes the active one of the same type. Messages of one originator are processed one after the
 * other, so the details script sees the details that the message before has stored.
 */
@NodeType(
        id = "action.create-alarm",
        alias = "org.thingsboard.rule.engine.action.TbCreateAlarmNode",
        group = NodeGroup.ACTION,
        name = "create alarm",
        description =
                "Creates an alarm for the originator, or updates its active alarm of the same type.",
        labels = {NodeResult.SUCCESS, "Created", "Updated", "False"},
        effect = true,
        waitsForStore = true)
public final class CreateAlarmNode implements EffectNode {

    private static final Configuration DEFAULTS =
            new Configuration(
                    "General Alarm",
                    ScriptLanguage.TBEL,
                    DetailsScript.DEFAULT_TBEL,
                    DetailsScript.DEFAULT_JS,
                    "CRITICAL",
                    false,
                    false,
                    false,
                    false,
                    List.of(),
                    false,
                    false);

    private final AlarmSource source;
    private final DetailsScript script;
    private final AlarmMessages messages;
    private final OriginatorSequence sequence = new OriginatorSequence();
    private final AlarmStore alarms;
    private final Clock clock;

    private CreateAlarmNode(
            AlarmSource source,
            DetailsScript script,
            AlarmMessages messages,
            AlarmStore alarms,
            Clock clock) {
        this.source = source;
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
     * @param severity a severity, or a template of one
     * @param dynamicSeverity whether {@code severity} is a template
     * @param relationTypes for {@code propagate}: types of the relations; null or empty: all
     * @param useMessageAlarmData whether the payload is the alarm, instead of this configuration
     * @param overwriteAlarmDetails for an alarm from the payload: whether the script makes its details; null: yes
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
                    @Nullable String alarmDetailsBuildJs,
            @JsonPropertyDescription(
                            "CRITICAL, MAJOR, MINOR, WARNING or INDETERMINATE; or a template of it.")
                    @Nullable String severity,
            @JsonPropertyDescription("Whether the severity is a template.") boolean dynamicSeverity,
            @JsonPropertyDescription("Whether related entities show the alarm, too.")
                    boolean propagate,
            @JsonPropertyDescription("Whether the originator's customer or tenant shows it, too.")
                    boolean propagateToOwner,
            @JsonPropertyDescription("Whether the tenant shows it, too.") boolean propagateToTenant,
            @JsonPropertyDescription(
                            "Types of the relations to related entities; empty: all types.")
                    @Nullable List<String> relationTypes,
            @JsonPropertyDescription(
                            "Whether the payload is the alarm, instead of this configuration.")
                    boolean useMessageAlarmData,
            @JsonPropertyDescription(
                            "For an alarm from the payload: whether the script makes its details.")
                    @Nullable Boolean overwriteAlarmDetails) {

        private AlarmSource source() {
            if (useMessageAlarmData) {
                return new MessageAlarm(overwriteAlarmDetails == null || overwriteAlarmDetails);
            }
            if (alarmType == null || alarmType.isBlank()) {
                throw new InvalidConfigurationException("alarmType: must not be blank");
            }
            String chosen = severity == null ? "" : severity;
            if (!dynamicSeverity && AlarmSeverity.of(chosen).isEmpty()) {
                throw new InvalidConfigurationException(
                        "severity: must be one of %s, not \"%s\""
                                .formatted(Arrays.toString(AlarmSeverity.values()), chosen));
            }
            return new ConfiguredAlarm(
                    Template.of(alarmType),
                    Template.of(chosen),
                    new AlarmPropagation(
                            propagate,
                            propagateToOwner,
                            propagateToTenant,
                            relationTypes == null ? List.of() : relationTypes));
        }
    }

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition(AlarmPorts ports) {
        return NodeDefinition.of(
                CreateAlarmNode.class,
                DEFAULTS,
                (configuration, node) -> create(configuration, node, ports));
    }

    private static CreateAlarmNode create(
            Configuration configuration, NodeIdentity node, AlarmPorts ports) {
        AlarmSource source = configuration.source();
        return new CreateAlarmNode(
                source,
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
        AlarmSource.Wanted wanted = source.alarm(message);
        return new NodeResult.Later(
                sequence.then(wanted.originator(), () -> raise(message, wanted, call))
                        .thenCompose(change -> resultOf(message, change, call)));
    }

    private CompletionStage<AlarmChange> raise(
            RuleMessage message, AlarmSource.Wanted wanted, NodeCall call) {
        return alarms.findActive(message.tenant(), wanted.originator(), wanted.type())
                .thenCompose(active ->
                        details(message, wanted, active.orElse(null))
                                .thenCompose(details ->
                                        alarms.raise(
                                                message.tenant(),
                                                draft(message, wanted, active, details),
                                                clock.millis(),
                                                call.lease())));
    }

    private CompletionStage<String> details(
            RuleMessage message, AlarmSource.Wanted wanted, @Nullable Alarm active) {
        return wanted.details() == null
                ? script.details(message, active)
                : CompletableFuture.completedStage(wanted.details());
    }

    private AlarmDraft draft(
            RuleMessage message,
            AlarmSource.Wanted wanted,
            Optional<Alarm> active,
            String details) {
        long start =
                active.map(Alarm::startTs)
                        .orElse(wanted.startTs() == 0 ? message.metadataTs() : wanted.startTs());
        long end = wanted.endTs();
        if (end == 0) {
            end = active.isPresent() ? clock.millis() : start;
        }
        return new AlarmDraft(
                wanted.originator(),
                wanted.type(),
                wanted.severity(),
                start,
                Math.max(start, end),
                details,
                wanted.propagation());
    }

    private CompletionStage<NodeResult> resultOf(
            RuleMessage message, AlarmChange change, NodeCall call) {
        if (change.isCreated()) {
            return messages.announce(
                    message,
                    change.alarm(),
                    MessageType.ENTITY_CREATED,
                    "Created",
                    "isNewAlarm",
                    call);
        }
        if (change.isModified()) {
            return messages.announce(
                    message,
                    change.alarm(),
                    MessageType.ENTITY_UPDATED,
                    "Updated",
                    "isExistingAlarm",
                    call);
        }
        return CompletableFuture.completedStage(NodeResult.success(message));
    }

    @Override
    public void close() {
        script.close();
    }
}
