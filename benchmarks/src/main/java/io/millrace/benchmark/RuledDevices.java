// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.message.id.AlarmId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmChange;
import io.millrace.rule.alarm.AlarmDraft;
import io.millrace.rule.alarmrule.AlarmRules;
import io.millrace.rule.alarmrule.RuleProgress;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.node.profile.DeviceProfileNode;
import io.millrace.rule.store.AlarmStore;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.RuleStates;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A device profile node whose devices have a profile with five alarm rules, over stores that answer at once. Each message
 * has three values, each of which a rule uses. One rule counts a duration, so that each message changes the counts of its
 * device; none creates an alarm.
 */
final class RuledDevices implements AutoCloseable {

    private static final TenantId TENANT = new TenantId(new UUID(1, 1));
    private static final DeviceProfileId PROFILE = new DeviceProfileId(new UUID(2, 2));
    private static final Payload[] PAYLOADS = payloads();
    private static final String RULE =
            """
            {"id": "%1$s", "alarmType": "%1$s",
             "createRules": {"MAJOR": {"condition": {"condition": [%2$s], "spec": %3$s}}},
             "clearRule": {"condition": {"condition": [%4$s]}}}\
            """;

    private final RuleNode node;

    /** @param rules whether the profile has the five rules, or none */
    RuledDevices(boolean rules) {
        Stores stores = new Stores(rules ? fiveRules() : AlarmRules.NONE);
        DeviceProfileNode.Ports ports =
                new DeviceProfileNode.Ports(
                        stores,
                        stores,
                        new NoAttributes(),
                        new NoEntities(),
                        stores,
                        stores,
                        stores,
                        RuledDevices::submitted,
                        Clock.systemUTC());
        try {
            node =
                    DeviceProfileNode.definition(ports)
                            .factory()
                            .create(
                                    new DeviceProfileNode.Configuration(false, false),
                                    new NodeIdentity(
                                            TENANT,
                                            new RuleChainId(new UUID(3, 3)),
                                            new RuleNodeId(new UUID(4, 4)),
                                            "node",
                                            null));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static CompletionStage<Void> submitted(RuleMessage message) {
        return CompletableFuture.completedStage(null);
    }

    /** The values differ from message to message, so that a device keeps new ones. */
    private static Payload[] payloads() {
        Payload[] payloads = new Payload[16];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] =
                    Payload.ofText(
                            "{\"temperature\":75.%02d,\"humidity\":%d,\"open\":false}"
                                    .formatted(i, 40 + i));
        }
        return payloads;
    }

    private static AlarmRules fiveRules() {
        String repeating = "{\"type\": \"REPEATING\", \"predicate\": {\"defaultValue\": 3}}";
        String lasting =
                "{\"type\": \"DURATION\", \"unit\": \"DAYS\", \"predicate\": {\"defaultValue\": 9}}";
        String open =
                """
                {"key": {"type": "TIME_SERIES", "key": "open"},
                 "predicate": {"type": "BOOLEAN", "operation": "EQUAL", "value": {"defaultValue": %s}}}\
                """;
        String sets =
                String.join(
                        ",",
                        RULE.formatted(
                                "Hot",
                                number("temperature", "GREATER", 80),
                                "null",
                                number("temperature", "LESS", 60)),
                        RULE.formatted(
                                "Warm",
                                number("temperature", "GREATER", 70),
                                lasting,
                                number("temperature", "LESS", 60)),
                        RULE.formatted(
                                "Dry",
                                number("humidity", "LESS", 10),
                                repeating,
                                number("humidity", "GREATER", 20)),
                        RULE.formatted(
                                "Wet",
                                number("humidity", "GREATER", 90),
                                "null",
                                number("humidity", "LESS", 80)),
                        RULE.formatted(
                                "Open", open.formatted("true"), "null", open.formatted("false")));
        return AlarmRules.parse(JsonMapper.shared().readTree("[" + sets + "]"));
    }

    private static String number(String key, String operation, int value) {
        return """
        {"key": {"type": "TIME_SERIES", "key": "%s"},
         "predicate": {"type": "NUMERIC", "operation": "%s", "value": {"defaultValue": %d}}}\
        """
                .formatted(key, operation, value);
    }

    /** Processes a message of a device. */
    NodeResult process(int device, long ts) {
        RuleMessage message =
                RuleMessage.of(
                        TENANT,
                        new DeviceId(new UUID(0x9E3779B97F4A7C15L * device, device)).entity(),
                        "POST_TELEMETRY_REQUEST",
                        Metadata.of(
                                "deviceName",
                                "Oven " + device,
                                "deviceType",
                                "oven",
                                "ts",
                                Long.toString(ts)),
                        PAYLOADS[(int) (ts % PAYLOADS.length)],
                        ts);
        try {
            NodeResult result = node.process(message);
            return result instanceof NodeResult.Later(var later)
                    ? later.toCompletableFuture().join()
                    : result;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        node.close();
    }

    /** Knows one profile, and nothing of devices. */
    private static final class Stores
            implements DeviceProfiles, TimeseriesReads, AlarmStore, RuleStates, PendingMessages {

        private final CompletionStage<Optional<Profile>> profile;

        Stores(AlarmRules rules) {
            this.profile =
                    CompletableFuture.completedFuture(
                            Optional.of(new Profile(PROFILE, "oven", null, null, rules)));
        }

        @Override
        public CompletionStage<Optional<Profile>> of(TenantId tenant, DeviceId device) {
            return profile;
        }

        @Override
        public CompletionStage<Map<String, TimedValue>> latest(
                TenantId tenant, EntityId entity, Collection<String> keys) {
            return CompletableFuture.completedStage(Map.of());
        }

        @Override
        public CompletionStage<Map<String, List<TimedValue>>> range(
                TenantId tenant, EntityId entity, Range range) {
            return CompletableFuture.completedStage(Map.of());
        }

        @Override
        public CompletionStage<Optional<Alarm>> find(TenantId tenant, AlarmId id) {
            return CompletableFuture.completedStage(Optional.empty());
        }

        @Override
        public CompletionStage<Optional<Alarm>> findActive(
                TenantId tenant, EntityId originator, String type) {
            return CompletableFuture.completedStage(Optional.empty());
        }

        @Override
        public CompletionStage<AlarmChange> raise(
                TenantId tenant, AlarmDraft draft, long now, @Nullable Lease lease) {
            return CompletableFuture.failedStage(new IllegalStateException("no alarm is expected"));
        }

        @Override
        public CompletionStage<Optional<AlarmChange>> clear(
                TenantId tenant,
                AlarmId id,
                @Nullable String details,
                long now,
                @Nullable Lease lease) {
            return CompletableFuture.failedStage(new IllegalStateException("no alarm is expected"));
        }

        @Override
        public CompletionStage<Optional<RuleProgress>> find(Site site, @Nullable Lease lease) {
            return CompletableFuture.completedStage(Optional.empty());
        }

        @Override
        public CompletionStage<Void> save(Site site, RuleProgress progress, @Nullable Lease lease) {
            return CompletableFuture.completedStage(null);
        }

        @Override
        public CompletionStage<Boolean> add(
                Site site,
                UUID id,
                RuleMessage message,
                long dueAt,
                Bound bound,
                @Nullable Lease lease) {
            return CompletableFuture.completedStage(true);
        }

        @Override
        public CompletionStage<List<Pending>> find(Site site) {
            return CompletableFuture.completedStage(List.of());
        }

        @Override
        public CompletionStage<Void> remove(
                Site site, Collection<UUID> ids, @Nullable Lease lease) {
            return CompletableFuture.completedStage(null);
        }

        @Override
        public CompletionStage<Void> postpone(
                Site site, Collection<UUID> ids, long dueAt, @Nullable Lease lease) {
            return CompletableFuture.completedStage(null);
        }
    }

    private static final class NoEntities implements EntityStore {

        @Override
        public CompletionStage<Optional<Entity>> find(TenantId tenant, EntityId id) {
            return CompletableFuture.completedStage(Optional.empty());
        }

        @Override
        public CompletionStage<Optional<EntityId>> findByName(
                TenantId tenant, EntityType type, String name) {
            return CompletableFuture.completedStage(Optional.empty());
        }
    }
}
