// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.profile;

import io.millrace.message.MessageType;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.AlarmId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmChange;
import io.millrace.rule.alarm.AlarmDraft;
import io.millrace.rule.alarmrule.ActiveAlarm;
import io.millrace.rule.alarmrule.AlarmDecision;
import io.millrace.rule.alarmrule.RuleSpec;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.alarm.AlarmInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Changes alarms as an evaluation has decided, and sends a message about each change. */
final class AlarmChanges {

    static final String CREATED = "Alarm Created";
    static final String UPDATED = "Alarm Updated";
    static final String SEVERITY_UPDATED = "Alarm Severity Updated";
    static final String CLEARED = "Alarm Cleared";

    private static final String YES = "true";
    private static final String DURATION = "alarmConditionDuration";

    private final DeviceProfileNode.Ports ports;
    private final AlarmInfo info;

    /**
     * What a message says of a change.
     *
     * @param label the way by which it leaves the node
     * @param flags a part of its metadata
     */
    private record Notice(String label, Map<String, String> flags) {

        static final Notice OF_CREATION = new Notice(CREATED, Map.of("isNewAlarm", YES));
        static final Notice OF_UPDATE = new Notice(UPDATED, Map.of("isExistingAlarm", YES));
        static final Notice OF_SEVERITY =
                new Notice(
                        SEVERITY_UPDATED, Map.of("isExistingAlarm", YES, "isSeverityUpdated", YES));
        static final Notice OF_END = new Notice(CLEARED, Map.of("isClearedAlarm", YES));

        static Notice of(IntendedChange change) {
            if (change.clears()) {
                return OF_END;
            }
            return change.alarm() == null ? OF_CREATION : OF_SEVERITY;
        }
    }

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
            return announce(change.alarm(), Notice.OF_CREATION, counts(raise), cause, call);
        }
        if (change.isSeverityChanged()) {
            return announce(change.alarm(), Notice.OF_SEVERITY, counts(raise), cause, call);
        }
        return change.isModified()
                ? announce(change.alarm(), Notice.OF_UPDATE, counts(raise), cause, call)
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
                                            cleared.alarm(),
                                            Notice.OF_END,
                                            counts(clear),
                                            cause,
                                            call))
                            .orElseGet(() -> CompletableFuture.completedStage(null));
                });
    }

    /**
     * Sends the messages about the changes that were made, as far as the stored alarms show it. What has changed an alarm
     * since does not matter: a message about that may have been sent, too.
     *
     * @param begun changes that a duration has called for
     * @param cause as for {@link #carryOut}
     * @return completes when the messages can no longer be lost
     */
    CompletionStage<Void> sendAgain(List<IntendedChange> begun, RuleMessage cause, NodeCall call) {
        CompletionStage<Void> done = CompletableFuture.completedStage(null);
        for (IntendedChange change : begun) {
            done = done.thenCompose(_ -> sendAgain(change, cause, call));
        }
        return done;
    }

    private CompletionStage<Void> sendAgain(
            IntendedChange begun, RuleMessage cause, NodeCall call) {
        @Nullable AlarmId id = begun.alarmId();
        CompletionStage<Optional<Alarm>> stored =
                id == null
                        ? ports.alarms()
                                .findActive(cause.tenant(), cause.originator(), begun.alarmType())
                        : ports.alarms().find(cause.tenant(), id);
        return stored.thenCompose(found ->
                found.filter(begun::isMadeIn)
                        .map(alarm ->
                                announce(
                                        alarm,
                                        Notice.of(begun),
                                        Map.of(DURATION, Long.toString(begun.occurrence())),
                                        cause,
                                        call))
                        .orElseGet(() -> CompletableFuture.completedStage(null)));
    }

    private CompletionStage<Void> announce(
            Alarm alarm,
            Notice notice,
            Map<String, String> counts,
            RuleMessage cause,
            NodeCall call) {
        Metadata metadata = cause.metadata().with(notice.flags()).with(counts);
        return info.of(alarm)
                .thenCompose(json ->
                        ports.intake()
                                .submit(
                                        RuleMessage.of(
                                                        cause.tenant(),
                                                        cause.originator(),
                                                        MessageType.ALARM.name(),
                                                        metadata,
                                                        Payload.of(json),
                                                        ports.clock().millis())
                                                .withCustomer(cause.customer())
                                                .withQueue(cause.queue())
                                                .withEntry(call.entryBehind(notice.label())),
                                        call));
    }

    private static Map<String, String> counts(AlarmDecision decision) {
        String occurrence = Long.toString(decision.occurrence());
        return switch (decision.spec()) {
            case RuleSpec.Simple _ -> Map.of();
            case RuleSpec.Repeating _ -> Map.of("alarmConditionRepeats", occurrence);
            case RuleSpec.Lasting _ -> Map.of(DURATION, occurrence);
        };
    }
}
