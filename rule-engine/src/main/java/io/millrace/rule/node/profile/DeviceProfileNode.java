// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.profile;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.AlarmId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.alarmrule.AlarmDecision;
import io.millrace.rule.alarmrule.AlarmEvaluation;
import io.millrace.rule.alarmrule.AlarmRules;
import io.millrace.rule.alarmrule.FaultyAlarmRules;
import io.millrace.rule.alarmrule.OwnerAttributes;
import io.millrace.rule.node.ConfigurationUpgrade;
import io.millrace.rule.node.EffectNode;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.OriginatorSequence;
import io.millrace.rule.store.AlarmStore;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.rule.store.DeviceProfiles.Profile;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.PendingMessages.Site;
import io.millrace.rule.store.RuleStates;
import io.millrace.rule.store.TimeseriesReads;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * Evaluates the alarm rules in the profiles of devices. Messages of one device are processed one after the other; what is
 * known of a device is read at its first message and then kept in memory. The counts of its rules are stored
 * ({@link RuleStates}), and a duration that is running has a timer ({@link DurationTimer}), so both survive a restart and a
 * move of the device's partition.
 */
@NodeType(
        id = "profile.device-profile",
        alias = "org.thingsboard.rule.engine.profile.TbDeviceProfileNode",
        group = NodeGroup.ACTION,
        name = "device profile",
        description =
                "Evaluates the alarm rules in the profile of the device: creates, changes and clears alarms.",
        labels = {
            AlarmChanges.CREATED,
            AlarmChanges.UPDATED,
            AlarmChanges.SEVERITY_UPDATED,
            AlarmChanges.CLEARED,
            NodeResult.SUCCESS
        },
        customLabels = true,
        version = 1,
        effect = true,
        waitsForStore = true)
public final class DeviceProfileNode implements EffectNode {

    private static final Configuration DEFAULTS = new Configuration(false, false);
    private static final ConfigurationUpgrade UPGRADE =
            (_, configuration) -> {
                JsonNode persist = configuration.get("persistAlarmRulesState");
                if (persist != null && !persist.asBoolean(false)) {
                    configuration.put("fetchAlarmRulesStateOnStart", false);
                }
            };

    private final NodeIdentity node;
    private final Ports ports;
    private final TrackedDevices devices;
    private final AlarmChanges changes;
    private final DurationTimer timer;
    private final ElapsedDurations durations;
    private final OriginatorSequence sequence = new OriginatorSequence();

    private DeviceProfileNode(NodeIdentity node, Ports ports, DeviceMemory memory) {
        this.node = node;
        this.ports = ports;
        this.devices = new TrackedDevices(ports, memory);
        this.changes = new AlarmChanges(ports);
        this.timer = new DurationTimer(ports.pending());
        this.durations = new ElapsedDurations(ports, devices, changes, timer);
    }

    /** What the node uses. */
    public record Ports(
            DeviceProfiles profiles,
            TimeseriesReads timeseries,
            AttributeStore attributes,
            EntityStore entities,
            AlarmStore alarms,
            RuleStates ruleStates,
            PendingMessages pending,
            MessageIntake intake,
            Clock clock) {}

    /**
     * Configuration of the node, of which nothing is used: the state of alarm rules survives a restart always, and its
     * timers run without a message.
     */
    public record Configuration(
            @JsonPropertyDescription(
                            "Not used: the state of alarm rules always survives a restart.")
                    boolean persistAlarmRulesState,
            @JsonPropertyDescription("Not used: durations go on after a restart without a message.")
                    boolean fetchAlarmRulesStateOnStart) {}

    /** Returns the definition of this node type. Its nodes share a limit of the memory for devices. */
    public static NodeDefinition<Configuration> definition(Ports ports) {
        return definition(ports, DeviceMemory.forHeap(Runtime.getRuntime().maxMemory()));
    }

    /** Returns the definition of this node type with a memory for devices. */
    static NodeDefinition<Configuration> definition(Ports ports, DeviceMemory memory) {
        return NodeDefinition.of(
                DeviceProfileNode.class,
                DEFAULTS,
                UPGRADE,
                (_, node) -> new DeviceProfileNode(node, ports, memory));
    }

    @Override
    public NodeResult process(RuleMessage message, NodeCall call) {
        if (message.originator().type() != EntityType.DEVICE) {
            return NodeResult.success(message);
        }
        if (isAboutTheEntity(message)) {
            return later(message, () -> forgotten(message));
        }
        CompletableFuture<Optional<Profile>> profile =
                ports.profiles()
                        .of(message.tenant(), new DeviceId(message.originator().id()))
                        .toCompletableFuture();
        if (message.type().equals(PendingMessages.DUE)) {
            return later(
                    message,
                    () ->
                            profile.thenCompose(found ->
                                            durations.woken(message, siteOf(message), found, call))
                                    .thenApply(_ -> new NodeResult.Ended()));
        }
        return hasNoRules(profile)
                ? NodeResult.success(message)
                : later(
                        message,
                        () -> profile.thenCompose(found -> received(message, found, call)));
    }

    private NodeResult later(RuleMessage message, Supplier<CompletionStage<NodeResult>> step) {
        return new NodeResult.Later(sequence.then(message.originator(), step));
    }

    /** True if a profile is known already, and there is nothing to evaluate: the case of most devices. */
    private static boolean hasNoRules(CompletableFuture<Optional<Profile>> profile) {
        return profile.isDone()
                && !profile.isCompletedExceptionally()
                && profile.join()
                        .filter(known ->
                                known.alarmRules() instanceof AlarmRules rules && rules.isEmpty())
                        .isPresent();
    }

    /** True if the message says that the device itself, or one of its alarms, was changed, assigned or deleted. */
    private static boolean isAboutTheEntity(RuleMessage message) {
        return switch (message.type()) {
            case "ENTITY_UPDATED", "ENTITY_DELETED", "ENTITY_ASSIGNED", "ENTITY_UNASSIGNED" -> true;
            default -> false;
        };
    }

    private static boolean isUpdateOfAnother(RuleMessage message) {
        return message.type().equals("ENTITY_UPDATED")
                && !message.payload()
                        .json()
                        .path("id")
                        .path("entityType")
                        .asString("")
                        .equals(EntityType.DEVICE.name());
    }

    /** Its profile, its fields and its customer are read again at the next message. */
    private CompletionStage<NodeResult> forgotten(RuleMessage message) {
        if (!isUpdateOfAnother(message)) {
            devices.forget(message.originator());
        }
        return completed(NodeResult.success(message));
    }

    private CompletionStage<NodeResult> received(
            RuleMessage message, Optional<Profile> profile, NodeCall call) {
        if (profile.isEmpty()) {
            return completed(new NodeResult.Ended());
        }
        return switch (profile.get().alarmRules()) {
            case FaultyAlarmRules(String fault) ->
                    completed(
                            new NodeResult.Failed(
                                    message,
                                    "Device profile \"%s\" has faulty alarm rules: %s"
                                            .formatted(profile.get().name(), fault)));
            case AlarmRules rules when rules.isEmpty() -> completed(NodeResult.success(message));
            case AlarmRules rules -> {
                // A payload with a fault ends here, before anything is read for it.
                List<DeviceUpdate> updates = DeviceUpdate.of(message, ports.clock().millis());
                yield devices.find(siteOf(message), profile.get(), rules, call)
                        .thenCompose(device -> received(message, device, updates, call))
                        .thenApply(_ -> NodeResult.success(message));
            }
        };
    }

    private Site siteOf(RuleMessage message) {
        return new Site(node.tenant(), node.chain(), node.node(), message.originator());
    }

    private CompletionStage<Void> received(
            RuleMessage message, TrackedDevice device, List<DeviceUpdate> updates, NodeCall call) {
        return switch (message.type()) {
            case "ALARM_CLEAR" -> {
                JsonNode alarm = message.payload().json();
                device.state().alarmCleared(idOf(alarm), alarm.path("type").asString(""));
                yield devices.save(siteOf(message), device, call);
            }
            case "ALARM_DELETE" -> {
                device.state().alarmDeleted(idOf(message.payload().json()));
                yield devices.save(siteOf(message), device, call);
            }
            default -> evaluated(message, device, updates, call);
        };
    }

    /** Returns the id of the alarm in a message. */
    private static AlarmId idOf(JsonNode alarm) {
        String id = alarm.path("id").path("id").asString("");
        try {
            return new AlarmId(UUID.fromString(id));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "id: must be the id of an alarm, not \"%s\"".formatted(id), e);
        }
    }

    private CompletionStage<Void> evaluated(
            RuleMessage message, TrackedDevice device, List<DeviceUpdate> updates, NodeCall call) {
        boolean concerned = updates.stream().anyMatch(each -> each.concerns(device.rules().keys()));
        if (!concerned) {
            return evaluated(message, device, OwnerAttributes.NONE, updates, call)
                    .thenRun(() -> devices.keep(message.originator(), device));
        }
        Site site = siteOf(message);
        return devices.owners(message.tenant(), device)
                .thenCompose(owners ->
                        evaluated(message, device, owners, updates, call)
                                .thenCompose(_ -> devices.save(site, device, call))
                                .thenCompose(_ ->
                                        devices.orForgotten(
                                                site.originator(),
                                                timer.set(
                                                        site,
                                                        device,
                                                        evaluation(device, owners).nextDue(),
                                                        message,
                                                        call))));
    }

    private AlarmEvaluation evaluation(TrackedDevice device, OwnerAttributes owners) {
        return device.evaluation(owners, ports.clock().millis());
    }

    /** Evaluates updates one after the other: each sees the alarms that those before it have changed. */
    private CompletionStage<Void> evaluated(
            RuleMessage message,
            TrackedDevice device,
            OwnerAttributes owners,
            List<DeviceUpdate> updates,
            NodeCall call) {
        for (int i = 0; i < updates.size(); i++) {
            List<AlarmDecision> decisions = updates.get(i).evaluatedBy(evaluation(device, owners));
            if (!decisions.isEmpty()) {
                List<DeviceUpdate> later = updates.subList(i + 1, updates.size());
                return devices.orForgotten(
                                message.originator(),
                                changes.carryOut(decisions, device, message, call))
                        .thenCompose(_ -> evaluated(message, device, owners, later, call));
            }
        }
        return CompletableFuture.completedStage(null);
    }

    private static CompletionStage<NodeResult> completed(NodeResult result) {
        return CompletableFuture.completedStage(result);
    }

    @Override
    public void close() {
        devices.close();
    }
}
