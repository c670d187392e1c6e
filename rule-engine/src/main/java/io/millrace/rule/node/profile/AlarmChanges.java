// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.profile;

import io.millrace.message.MessageType;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.alarm.AlarmChange;
import io.millrace.rule.alarm.AlarmDraft;
import io.millrace.rule.alarmrule.ActiveAlarm;
import io.millrace.rule.alarmrule.AlarmDecision;
import io.millrace.rule.alarmrule.RuleSpec;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.alarm.AlarmInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Changes alarms as an evaluation has decided, and sends a message about each change. */
final class AlarmChanges {

    static final String CREATED = "Alarm Created";
    static final String UPDATED = "Alarm Updated";
    static final String SEVERITY_UPDATED = "Alarm Severity Updated";
    static final String CLEARED = "Alarm Cleared";

    private static final String YES = "true";

    private final DeviceProfileNode.Ports ports;
    private final AlarmInfo info;

    AlarmChanges(DeviceProfileNode.Ports ports) {
        this.ports = ports;
        this.info = new AlarmInfo(ports.entities());
    }

    /**
     * Carries decisions out, one after the other.
     *
     * @param cause the message whose tenant, originator, customer, queue and metadata the messages get
     * @return completes when the changes are on disk and the messages can no longer be lost
     */
    CompletionStage<Void> carryOut(
            List<AlarmDecision> decisions, TrackedDevice device, RuleMessage cause, NodeCall call) {
        CompletionStage<Void> done = CompletableFuture.completedStage(null);
        for (AlarmDecision decision : decisions) {
            done = done.thenCompose(_ -> carryOut(decision, device, cause, call));
        }
        return done;
    }

    private CompletionStage<Void> carryOut(
            AlarmDecision decision, TrackedDevice device, RuleMessage cause, NodeCall call) {
        return switch (decision) {
            case AlarmDecision.Raise raise -> raise(raise, device, cause, call);
            case AlarmDecision.Clear clear -> clear(clear, device, cause, call);
        };
    }

    private CompletionStage<Void> raise(
            AlarmDecision.Raise raise, TrackedDevice device, RuleMessage cause, NodeCall call) {
        AlarmDraft draft =
                new AlarmDraft(
                        cause.originator(),
                        raise.set().alarmType(),
                        raise.severity(),
                        raise.startTs(),
                        raise.endTs(),
                        raise.details(),
                        raise.set().propagation());
        return ports.alarms()
                .raise(cause.tenant(), draft, ports.clock().millis(), call.lease())
                .thenCompose(change -> {
                    device.state().setAlarm(raise.set(), ActiveAlarm.of(change.alarm()));
                    return raised(raise, change, cause, call);
                });
    }

    private CompletionStage<Void> raised(
            AlarmDecision.Raise raise, AlarmChange change, RuleMessage cause, NodeCall call) {
        if (change.isCreated()) {
            return announce(raise, change, CREATED, Map.of("isNewAlarm", YES), cause, call);
        }
        if (change.isSeverityChanged()) {
            return announce(
                    raise,
                    change,
                    SEVERITY_UPDATED,
                    Map.of("isExistingAlarm", YES, "isSeverityUpdated", YES),
                    cause,
                    call);
        }
        return change.isModified()
                ? announce(raise, change, UPDATED, Map.of("isExistingAlarm", YES), cause, call)
                : CompletableFuture.completedStage(null);
    }

    private CompletionStage<Void> clear(
            AlarmDecision.Clear clear, TrackedDevice device, RuleMessage cause, NodeCall call) {
        return ports.alarms()
                .clear(
                        cause.tenant(),
                        clear.alarm(),
                        clear.details(),
                        ports.clock().millis(),
                        call.lease())
                .thenCompose(change -> {
                    device.state().setAlarm(clear.set(), null);
                    return change.filter(AlarmChange::isCleared)
                            .map(cleared ->
                                    announce(
                                            clear,
                                            cleared,
                                            CLEARED,
                                            Map.of("isClearedAlarm", YES),
                                            cause,
                                            call))
                            .orElseGet(() -> CompletableFuture.completedStage(null));
                });
    }

    private CompletionStage<Void> announce(
            AlarmDecision decision,
            AlarmChange change,
            String label,
            Map<String, String> flags,
            RuleMessage cause,
            NodeCall call) {
        return info.of(change.alarm())
                .thenCompose(json ->
                        ports.intake()
                                .submit(
                                        RuleMessage.of(
                                                        cause.tenant(),
                                                        cause.originator(),
                                                        MessageType.ALARM.name(),
                                                        metadata(cause, decision, flags),
                                                        Payload.of(json),
                                                        ports.clock().millis())
                                                .withCustomer(cause.customer())
                                                .withQueue(cause.queue())
                                                .withEntry(call.entryBehind(label)),
                                        call));
    }

    private static Metadata metadata(
            RuleMessage cause, AlarmDecision decision, Map<String, String> flags) {
        Map<String, String> added = new LinkedHashMap<>(flags);
        String occurrence = Long.toString(decision.occurrence());
        switch (decision.spec()) {
            case RuleSpec.Simple _ -> {}
            case RuleSpec.Repeating _ -> added.put("alarmConditionRepeats", occurrence);
            case RuleSpec.Lasting _ -> added.put("alarmConditionDuration", occurrence);
        }
        return cause.metadata().with(added);
    }
}
