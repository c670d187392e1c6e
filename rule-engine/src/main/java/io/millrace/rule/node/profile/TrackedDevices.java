// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.profile;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.alarmrule.AlarmRules;
import io.millrace.rule.alarmrule.OwnerAttributes;
import io.millrace.rule.alarmrule.RuleProgress;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.store.DeviceProfiles.Profile;
import io.millrace.rule.store.PendingMessages.Site;
import io.millrace.rule.store.RuleStates;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The devices of a node: what is known of one is read when it is first needed, and then kept in memory. */
final class TrackedDevices {

    private final DeviceMemory.OfNode memory;
    private final DeviceLoader loader;
    private final RuleStates ruleStates;

    TrackedDevices(DeviceProfileNode.Ports ports, DeviceMemory memory) {
        this.memory = memory.ofNode();
        this.loader = new DeviceLoader(ports);
        this.ruleStates = ports.ruleStates();
    }

    /** Returns the device from the memory, or reads it if it is not there or not true any more. */
    CompletionStage<TrackedDevice> find(
            Site site, Profile profile, AlarmRules rules, NodeCall call) {
        @Nullable TrackedDevice known = memory.get(site.originator());
        boolean usable = known != null && known.isOf(profile.id(), call.lease());
        if (known != null && usable && isSame(known.rules(), rules)) {
            return CompletableFuture.completedStage(known);
        }
        @Nullable RuleProgress counts = known != null && usable ? known.progress() : null;
        return loader.load(site, profile, rules, counts, call.lease())
                .thenApply(loaded -> {
                    memory.keep(site.originator(), loaded);
                    return loaded;
                });
    }

    /** Compares the rules only if they are not the same object, which they are until the profile is read again. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(AlarmRules known, AlarmRules rules) {
        return known == rules || known.equals(rules);
    }

    /** Reads the attributes of the device's owners that its rules use. */
    CompletionStage<OwnerAttributes> owners(TenantId tenant, TrackedDevice device) {
        return device.rules().useOwnerAttributes()
                ? loader.owners(tenant, device)
                : CompletableFuture.completedStage(OwnerAttributes.NONE);
    }

    /** Keeps the device in memory. */
    void keep(EntityId originator, TrackedDevice device) {
        memory.keep(originator, device);
    }

    /** Keeps the device in memory, and saves the counts of its rules if they have changed. */
    CompletionStage<Void> save(Site site, TrackedDevice device, NodeCall call) {
        keep(site.originator(), device);
        return device.state().takeProgressed()
                ? ruleStates.save(site, device.progress(), call.lease())
                : CompletableFuture.completedStage(null);
    }

    /** The device is read again when it is next needed. */
    void forget(EntityId originator) {
        memory.forget(originator);
    }

    /** Forgets the device if a change of it fails, because it is not known what the stores have. */
    <T> CompletionStage<T> orForgotten(EntityId originator, CompletionStage<T> change) {
        return change.whenComplete((_, error) -> {
            if (error != null) {
                forget(originator);
            }
        });
    }

    void close() {
        memory.close();
    }
}
