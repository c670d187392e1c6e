// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.profile;

import static java.util.Objects.requireNonNull;

import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.NumberText;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.rule.alarmrule.ProfileAlarmRules;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.DeviceProfiles.Profile;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.PendingMessages.Pending;
import io.millrace.rule.store.PendingMessages.Site;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.rule.store.memory.InMemoryAlarmStore;
import io.millrace.rule.store.memory.InMemoryAttributeStore;
import io.millrace.rule.store.memory.InMemoryDeviceProfiles;
import io.millrace.rule.store.memory.InMemoryEntityStore;
import io.millrace.rule.store.memory.InMemoryPendingMessages;
import io.millrace.rule.store.memory.InMemoryRuleStates;
import io.millrace.rule.store.memory.InMemoryTimeseriesReads;
import io.millrace.rule.store.memory.InMemoryTimeseriesStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A device profile node over stores in memory, with a clock that a test moves. */
final class ProfileNodeFixture {

    static final DeviceProfileId PROFILE = new DeviceProfileId(TimeOrderedUuid.next());
    private static final long MUCH_MEMORY = 1 << 20;

    final InMemoryDeviceProfiles profiles = new InMemoryDeviceProfiles();
    final InMemoryTimeseriesStore timeseries = new InMemoryTimeseriesStore();
    final InMemoryAttributeStore attributes = new InMemoryAttributeStore();
    final InMemoryEntityStore entities = new InMemoryEntityStore();
    final InMemoryAlarmStore alarms = new InMemoryAlarmStore();
    final InMemoryRuleStates states = new InMemoryRuleStates();
    final InMemoryPendingMessages pending = new InMemoryPendingMessages();
    final List<RuleMessage> submitted = new ArrayList<>();
    final NodeIdentity identity = NodeTester.identity("a node");
    @Nullable RuntimeException refusal;
    @Nullable Lease lease;
    private long memory = MUCH_MEMORY;
    private long now = NodeTester.TS;
    private @Nullable RuleNode node;

    ProfileNodeFixture() {
        describe("Boiler", null);
    }

    DeviceProfileNode.Ports ports() {
        return new DeviceProfileNode.Ports(
                profiles,
                new InMemoryTimeseriesReads(timeseries),
                attributes,
                entities,
                alarms,
                states,
                pending,
                this::submit,
                new MovedClock());
    }

    private CompletionStage<Void> submit(RuleMessage message) {
        if (refusal != null) {
            return CompletableFuture.failedStage(refusal);
        }
        submitted.add(message);
        return CompletableFuture.completedStage(null);
    }

    /** Gives the device the rules. */
    ProfileNodeFixture rules(ProfileAlarmRules rules) {
        return rules(PROFILE, rules);
    }

    ProfileNodeFixture rules(DeviceProfileId profile, ProfileAlarmRules rules) {
        profiles.put(
                NodeTester.TENANT,
                NodeTester.DEVICE,
                new Profile(profile, "boiler", null, null, rules));
        return this;
    }

    /** Lets the node keep no device in memory. */
    ProfileNodeFixture withoutMemory() {
        memory = 0;
        return this;
    }

    void describe(String name, @Nullable CustomerId customer) {
        ObjectNode fields =
                JsonMapper.shared().createObjectNode().put("name", name).put("createdTime", 5);
        entities.put(
                NodeTester.TENANT,
                new EntityStore.Entity(NodeTester.DEVICE.entity(), name, customer, fields));
    }

    void store(EntityId entity, AttributeScope scope, String key, String value) {
        attributes
                .save(
                        NodeTester.TENANT,
                        entity,
                        scope,
                        List.of(new KeyValue(key, NumberText.cast(value))),
                        now)
                .toCompletableFuture()
                .join();
    }

    void storeSeries(String key, String value) {
        timeseries
                .save(
                        new TimeseriesWrite(
                                NodeTester.TENANT,
                                NodeTester.DEVICE.entity(),
                                List.of(
                                        new TimeseriesPoint(
                                                now,
                                                List.of(
                                                        new KeyValue(
                                                                key, NumberText.cast(value))))),
                                true,
                                true))
                .toCompletableFuture()
                .join();
    }

    /** Replaces the node by a new one at the same place, as a restart does. */
    void restart() {
        if (node != null) {
            node.close();
        }
        try {
            node =
                    DeviceProfileNode.definition(ports(), new DeviceMemory(memory))
                            .factory()
                            .create(new DeviceProfileNode.Configuration(false, false), identity);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    NodeResult receive(RuleMessage message) {
        if (node == null) {
            restart();
        }
        try {
            return NodeTester.settle(requireNonNull(node).process(message, new Call()), message);
        } catch (Exception e) {
            return NodeResult.failed(message, e);
        }
    }

    NodeResult telemetry(String json) {
        return receive(telemetryMessage(json));
    }

    RuleMessage telemetryMessage(String json) {
        return NodeTester.message(
                "POST_TELEMETRY_REQUEST", json, "ts", Long.toString(now), "deviceName", "Boiler");
    }

    /** Lets time pass, and wakes the node if its timer is due, as the service does. */
    void pass(Duration time) {
        now += time.toMillis();
        if (timers().stream().anyMatch(each -> each.dueAt() <= now)) {
            NodeResult result = wake();
            if (!(result instanceof NodeResult.Ended)) {
                throw new AssertionError("expected the end of the timer's message, got " + result);
            }
        }
    }

    /** Lets time pass without the service. */
    void advance(Duration time) {
        now += time.toMillis();
    }

    NodeResult wake() {
        return receive(NodeTester.message(PendingMessages.DUE, "{}"));
    }

    List<Pending> timers() {
        return waiting().stream().filter(each -> each.id().equals(NodeTester.DEVICE.id())).toList();
    }

    /** The timers, and what else the node has stored to be woken for. */
    List<Pending> waiting() {
        return pending.find(site()).toCompletableFuture().join();
    }

    Site site() {
        return new Site(
                identity.tenant(), identity.chain(), identity.node(), NodeTester.DEVICE.entity());
    }

    long now() {
        return now;
    }

    /** The labels by which the submitted messages leave the node. */
    List<String> labels() {
        return submitted.stream().map(ProfileNodeFixture::label).toList();
    }

    private static String label(RuleMessage message) {
        return requireNonNull(requireNonNull(message.entry()).label());
    }

    private final class MovedClock extends Clock {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException("no test asks for another zone");
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(now);
        }
    }

    private final class Call implements NodeCall {
        @Override
        public @Nullable Lease lease() {
            return lease;
        }

        @Override
        public @Nullable String idempotencyKey() {
            return null;
        }

        @Override
        public @Nullable UUID deliveredMessage() {
            return null;
        }

        @Override
        public EntryPoint entryBehind(String label) {
            return new EntryPoint(identity.chain(), identity.node(), label, List.of());
        }
    }
}
