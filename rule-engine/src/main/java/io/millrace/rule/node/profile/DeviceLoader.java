// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.profile;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarmrule.ActiveAlarm;
import io.millrace.rule.alarmrule.AlarmRules;
import io.millrace.rule.alarmrule.DeviceAlarmState;
import io.millrace.rule.alarmrule.OwnerAttributes;
import io.millrace.rule.alarmrule.RuleKey;
import io.millrace.rule.alarmrule.RuleProgress;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.DeviceProfiles.Profile;
import io.millrace.rule.store.EntityStore.Entity;
import io.millrace.rule.store.PendingMessages.Pending;
import io.millrace.rule.store.PendingMessages.Site;
import io.millrace.rule.store.TimedValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads what the rules of a device use from the stores. */
final class DeviceLoader {

    /** Attributes of all scopes share their names; those of a later scope win. */
    private static final List<AttributeScope> SCOPES =
            List.of(
                    AttributeScope.CLIENT_SCOPE,
                    AttributeScope.SHARED_SCOPE,
                    AttributeScope.SERVER_SCOPE);

    private final DeviceProfileNode.Ports ports;

    DeviceLoader(DeviceProfileNode.Ports ports) {
        this.ports = ports;
    }

    /**
     * Reads all of a device.
     *
     * @param known the counts of its rules, or null: the stored ones
     */
    CompletionStage<TrackedDevice> load(
            Site site,
            Profile profile,
            AlarmRules rules,
            @Nullable RuleProgress known,
            @Nullable Lease lease) {
        CompletableFuture<Map<String, TimedValue>> series = series(site, rules);
        List<CompletableFuture<List<Attribute>>> attributes =
                SCOPES.stream().map(scope -> attributes(site, rules, scope)).toList();
        CompletableFuture<Optional<Entity>> entity = entity(site, rules);
        List<CompletableFuture<Optional<Alarm>>> alarms =
                rules.sets().stream()
                        .map(set ->
                                ports.alarms()
                                        .findActive(
                                                site.tenant(), site.originator(), set.alarmType())
                                        .toCompletableFuture())
                        .toList();
        CompletableFuture<Optional<RuleProgress>> progress =
                known == null
                        ? ports.ruleStates().find(site, lease).toCompletableFuture()
                        : CompletableFuture.completedFuture(Optional.of(known));
        CompletableFuture<List<Pending>> timers =
                rules.lasting()
                        ? ports.pending().find(site).toCompletableFuture()
                        : CompletableFuture.completedFuture(List.of());
        CompletableFuture<?>[] all =
                Stream.of(
                                Stream.of(series, entity, progress, timers),
                                attributes.stream(),
                                alarms.stream())
                        .flatMap(each -> each)
                        .toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(all)
                .thenApply(_ -> {
                    DeviceAlarmState state = new DeviceAlarmState(rules);
                    series.join()
                            .forEach((key, value) ->
                                    state.load(RuleKey.Type.TIME_SERIES, key, value.value()));
                    attributes.forEach(scope -> loadAttributes(state, scope.join()));
                    entity.join().ifPresent(found -> loadFields(state, found));
                    for (int i = 0; i < alarms.size(); i++) {
                        state.setAlarm(
                                rules.sets().get(i),
                                alarms.get(i).join().map(ActiveAlarm::of).orElse(null));
                    }
                    progress.join()
                            .filter(stored -> stored.profile().equals(profile.id()))
                            .ifPresent(state::load);
                    @Nullable CustomerId customer =
                            entity.join().map(Entity::customer).orElse(null);
                    return new TrackedDevice(
                            profile.id(), state, customer, lease, dueAt(timers.join()));
                });
    }

    private static long dueAt(List<Pending> timers) {
        return timers.stream().mapToLong(Pending::dueAt).min().orElse(TrackedDevice.NEVER);
    }

    private CompletableFuture<Map<String, TimedValue>> series(Site site, AlarmRules rules) {
        Set<String> names = rules.keys().names(RuleKey.Type.TIME_SERIES);
        return names.isEmpty()
                ? CompletableFuture.completedFuture(Map.of())
                : ports.timeseries()
                        .latest(site.tenant(), site.originator(), names)
                        .toCompletableFuture();
    }

    private CompletableFuture<List<Attribute>> attributes(
            Site site, AlarmRules rules, AttributeScope scope) {
        Set<String> names = rules.keys().names(RuleKey.Type.ATTRIBUTE);
        return names.isEmpty()
                ? CompletableFuture.completedFuture(List.of())
                : ports.attributes()
                        .find(site.tenant(), site.originator(), scope, names)
                        .toCompletableFuture();
    }

    private CompletableFuture<Optional<Entity>> entity(Site site, AlarmRules rules) {
        return rules.keys().use(RuleKey.Type.ENTITY_FIELD) || rules.useOwnerAttributes()
                ? ports.entities().find(site.tenant(), site.originator()).toCompletableFuture()
                : CompletableFuture.completedFuture(Optional.empty());
    }

    private static void loadAttributes(DeviceAlarmState state, List<Attribute> attributes) {
        for (Attribute attribute : attributes) {
            KeyValue value = attribute.keyValue();
            state.load(RuleKey.Type.ATTRIBUTE, value.key(), value.value());
        }
    }

    private static void loadFields(DeviceAlarmState state, Entity entity) {
        for (String name : state.rules().keys().names(RuleKey.Type.ENTITY_FIELD)) {
            JsonNode field = entity.fields().path(name);
            if (field.isIntegralNumber()) {
                state.load(RuleKey.Type.ENTITY_FIELD, name, new LongValue(field.longValue()));
            } else if (field.isString()) {
                state.load(RuleKey.Type.ENTITY_FIELD, name, new StringValue(field.stringValue()));
            }
        }
    }

    /** Reads the attributes of the device's owners that its rules use. */
    CompletionStage<OwnerAttributes> owners(TenantId tenant, TrackedDevice device) {
        AlarmRules rules = device.rules();
        @Nullable CustomerId customer = device.customer();
        return serverAttributes(
                        tenant,
                        customer == null ? null : customer.entity(),
                        rules.customerAttributes())
                .thenCombine(
                        serverAttributes(tenant, tenant.entity(), rules.tenantAttributes()),
                        OwnerAttributes::new);
    }

    private CompletionStage<Map<String, Value>> serverAttributes(
            TenantId tenant, @Nullable EntityId owner, Set<String> names) {
        if (owner == null || names.isEmpty()) {
            return CompletableFuture.completedStage(Map.of());
        }
        return ports.attributes()
                .find(tenant, owner, AttributeScope.SERVER_SCOPE, names)
                .thenApply(found -> {
                    Map<String, Value> values = new HashMap<>();
                    found.forEach(
                            each -> values.put(each.keyValue().key(), each.keyValue().value()));
                    return values;
                });
    }
}
