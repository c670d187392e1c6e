// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.profile;

import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.rule.alarmrule.AlarmDecision;
import io.millrace.rule.alarmrule.AlarmRules;
import io.millrace.rule.alarmrule.OwnerAttributes;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.profile.DurationTimer.Waiting;
import io.millrace.rule.store.DeviceProfiles.Profile;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.PendingMessages.Site;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Evaluates the rules of a device whose timer is due, and sets the timer to the next time or ends it.
 *
 * <p>The queue may refuse the message about a change of an alarm that is stored already, or the process may end in
 * between. The rules call for no change then when the timer is due again. Therefore the changes are noted before they are
 * made. A note that is still there at the next attempt tells which messages may be missing; they may be sent twice but
 * are not lost.
 */
final class ElapsedDurations {

    private final MessageIntake intake;
    private final Clock clock;
    private final TrackedDevices devices;
    private final AlarmChanges changes;
    private final DurationTimer timer;

    ElapsedDurations(
            DeviceProfileNode.Ports ports,
            TrackedDevices devices,
            AlarmChanges changes,
            DurationTimer timer) {
        this.intake = ports.intake();
        this.clock = ports.clock();
        this.devices = devices;
        this.changes = changes;
        this.timer = timer;
    }

    /**
     * Does what is due; nothing if the timer is not set.
     *
     * @param due the message that says so
     * @param profile the device's profile; empty: the device does not exist
     */
    CompletionStage<Void> woken(
            RuleMessage due, Site site, Optional<Profile> profile, NodeCall call) {
        return timer.find(site)
                .thenCompose(waiting ->
                        waiting.map(set -> woken(due, site, set, profile, call))
                                .orElseGet(() -> CompletableFuture.completedStage(null)));
    }

    private CompletionStage<Void> woken(
            RuleMessage due, Site site, Waiting waiting, Optional<Profile> profile, NodeCall call) {
        if (!Objects.equals(due.queue(), waiting.message().queue())) {
            // The state of a device belongs to the lane of its own messages, which may be in
            // another queue.
            return intake.submit(
                    due.withQueue(waiting.message().queue())
                            .withEntry(EntryPoint.at(site.chain(), site.node())),
                    call);
        }
        if (profile.isPresent()
                && profile.get().alarmRules() instanceof AlarmRules rules
                && !rules.isEmpty()) {
            return devices.find(site, profile.get(), rules, call)
                    .thenCompose(device -> elapsed(site, waiting, device, call))
                    .exceptionallyCompose(error -> failed(site, error, call));
        }
        return timer.end(site, call);
    }

    private CompletionStage<Void> elapsed(
            Site site, Waiting waiting, TrackedDevice device, NodeCall call) {
        device.setDueAt(waiting.dueAt());
        return devices.owners(site.tenant(), device)
                .thenCompose(owners ->
                        devices.orForgotten(
                                site.originator(),
                                finished(site, waiting, call)
                                        .thenCompose(_ ->
                                                elapsed(site, waiting, device, owners, call))));
    }

    /** Sends the messages that may be missing since the last attempt. */
    private CompletionStage<Void> finished(Site site, Waiting waiting, NodeCall call) {
        return waiting.begun().isEmpty()
                ? CompletableFuture.completedStage(null)
                : changes.sendAgain(waiting.begun(), waiting.message(), call)
                        .thenCompose(_ -> timer.removeNote(site, call));
    }

    private CompletionStage<Void> elapsed(
            Site site,
            Waiting waiting,
            TrackedDevice device,
            OwnerAttributes owners,
            NodeCall call) {
        List<AlarmDecision> decisions = device.evaluation(owners, clock.millis()).elapsed();
        CompletionStage<Void> carriedOut =
                decisions.isEmpty()
                        ? devices.save(site, device, call)
                        : carriedOut(decisions, site, waiting, device, call);
        return carriedOut.thenCompose(_ ->
                timer.setAgain(
                        site, device, device.evaluation(owners, clock.millis()).nextDue(), call));
    }

    private CompletionStage<Void> carriedOut(
            List<AlarmDecision> decisions,
            Site site,
            Waiting waiting,
            TrackedDevice device,
            NodeCall call) {
        List<IntendedChange> intended =
                decisions.stream().map(each -> IntendedChange.of(each, device)).toList();
        return timer.note(site, waiting, intended, call)
                .thenCompose(_ -> changes.carryOut(decisions, device, waiting.message(), call))
                .thenCompose(_ -> devices.save(site, device, call))
                .thenCompose(_ -> timer.removeNote(site, call));
    }

    /** Ends the timer if a rule cannot be evaluated, because it would fail again and again. */
    private CompletionStage<Void> failed(Site site, Throwable error, NodeCall call) {
        CompletionStage<Void> failure = CompletableFuture.failedStage(error);
        Throwable cause = error instanceof CompletionException ? error.getCause() : error;
        return cause instanceof IllegalArgumentException
                ? timer.end(site, call).thenCompose(_ -> failure)
                : failure;
    }
}
