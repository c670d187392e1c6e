// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.testrun;

import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.message.id.AlarmId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmChange;
import io.millrace.rule.alarm.AlarmDraft;
import io.millrace.rule.alarmrule.RuleProgress;
import io.millrace.rule.catalog.NodePorts;
import io.millrace.rule.http.HttpCall;
import io.millrace.rule.http.HttpCalls;
import io.millrace.rule.http.HttpReply;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.sending.NodeSends;
import io.millrace.rule.store.AlarmStore;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.DeviceNotifications;
import io.millrace.rule.store.DeviceRpc;
import io.millrace.rule.store.DeviceStates;
import io.millrace.rule.store.EntityWrites;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.MessageLog;
import io.millrace.rule.store.NodeTimers;
import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.Relation;
import io.millrace.rule.store.RelationStore;
import io.millrace.rule.store.RelationsQuery;
import io.millrace.rule.store.RuleStates;
import io.millrace.rule.store.SearchDirection;
import io.millrace.rule.store.TimeseriesStore;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.rule.testrun.TestRunRequest.Reply;
import io.millrace.rule.testrun.TestRunResult.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The ports of one node in a run: reads go to the real stores, writes and calls are recorded with the node's name. */
final class RecordingPorts {

    private final NodePorts real;
    private final NodeIdentity node;
    private final Recorder recorder;
    private final MessageIntake onwards;
    private final Reply reply;

    /**
     * @param real the ports for reads
     * @param onwards takes messages that continue within the run
     * @param reply the answer to HTTP calls and, by its body, to RPC requests
     */
    RecordingPorts(
            NodePorts real,
            NodeIdentity node,
            Recorder recorder,
            MessageIntake onwards,
            Reply reply) {
        this.real = real;
        this.node = node;
        this.recorder = recorder;
        this.onwards = onwards;
        this.reply = reply;
    }

    NodePorts ports() {
        return new NodePorts(
                real.scripts(),
                new Series(),
                real.timeseriesReads(),
                new Attributes(),
                real.entities(),
                new Entities(),
                real.entityViews(),
                new Relations(),
                new Alarms(),
                real.deviceCredentials(),
                real.deviceProfiles(),
                real.assetProfiles(),
                this::submit,
                new Waiting(),
                new States(),
                this::answer,
                this::send,
                this::reply,
                new Notifications(),
                this::report,
                new Log(),
                _ -> new Calls(),
                _ -> new Sends(),
                real.addresses(),
                NodeTimers.NONE,
                real.instance(),
                real.clock());
    }

    private CompletionStage<Void> submit(RuleMessage message) {
        recorder.effect(node, Kind.SEND_MESSAGE, Recorder.describe(message));
        return onwards.submit(message);
    }

    private CompletionStage<Void> answer(String serviceId, UUID request, Payload answer) {
        recorder.effect(
                node,
                Kind.REST_REPLY,
                Map.of(
                        "serviceId", serviceId,
                        "request", request.toString(),
                        "body", answer.text()));
        return done();
    }

    /** Records a request. The device's response is the reply's body, so the message goes on in the run. */
    private CompletionStage<DeviceRpc.Outcome> send(DeviceRpc.Request request) {
        recorder.effect(
                node,
                Kind.RPC_REQUEST,
                Map.of(
                        "entity", request.device().entity().toString(),
                        "method", request.method(),
                        "params", request.params(),
                        "oneWay", request.oneWay(),
                        "persistent", request.persistence() != null));
        return CompletableFuture.completedStage(
                new DeviceRpc.Answered(
                        request.persistence() == null
                                ? Payload.ofText(request.oneWay() ? "" : reply.body())
                                : Payload.ofText("{\"rpcId\":\"%s\"}".formatted(request.id()))));
    }

    private void reply(
            DeviceId device, String serviceId, UUID connection, int requestId, Payload answer) {
        recorder.effect(
                node,
                Kind.RPC_REPLY,
                Map.of(
                        "entity", device.entity().toString(),
                        "request", requestId,
                        "body", answer.text()));
    }

    private CompletionStage<DeviceStates.Outcome> report(
            TenantId tenant, DeviceId device, RuleNodeId from, DeviceStates.Event event, long at) {
        recorder.effect(
                node,
                Kind.DEVICE_STATE,
                Map.of("entity", device.entity().toString(), "event", event.name(), "ts", at));
        return CompletableFuture.completedStage(DeviceStates.Outcome.REPORTED);
    }

    private static CompletionStage<Void> done() {
        return CompletableFuture.completedStage(null);
    }

    private static Map<String, Object> typed(List<KeyValue> values) {
        Map<String, Object> typed = new LinkedHashMap<>();
        values.forEach(each -> typed.put(each.key(), typed(each.value())));
        return typed;
    }

    private static Object typed(Value value) {
        return switch (value) {
            case Value.BooleanValue(boolean truth) -> truth;
            case Value.LongValue(long number) -> number;
            case Value.DoubleValue(double number) -> number;
            case Value.StringValue(String text) -> text;
            case Value.JsonValue(String json) -> JsonMapper.shared().readTree(json);
        };
    }

    private final class Series implements TimeseriesStore {

        @Override
        public CompletionStage<Void> save(TimeseriesWrite write) {
            for (TimeseriesPoint point : write.points()) {
                recorder.effect(
                        node,
                        Kind.SAVE_TIMESERIES,
                        Map.of(
                                "entity", write.entity().toString(),
                                "ts", point.ts(),
                                "values", typed(point.values()),
                                "history", write.history(),
                                "latest", write.latest()));
            }
            return done();
        }
    }

    private final class Attributes implements AttributeStore {

        @Override
        public CompletionStage<Void> save(
                TenantId tenant,
                EntityId entity,
                AttributeScope scope,
                List<KeyValue> attributes,
                long updatedAt,
                @Nullable Lease lease) {
            recorder.effect(
                    node,
                    Kind.SAVE_ATTRIBUTES,
                    Map.of(
                            "entity", entity.toString(),
                            "scope", scope.name(),
                            "values", typed(attributes)));
            return done();
        }

        @Override
        public CompletionStage<Void> saveUnlessNewer(
                TenantId tenant,
                EntityId entity,
                AttributeScope scope,
                List<KeyValue> attributes,
                long updatedAt,
                Duration patience) {
            return save(tenant, entity, scope, attributes, updatedAt);
        }

        @Override
        public CompletionStage<Void> delete(
                TenantId tenant,
                EntityId entity,
                AttributeScope scope,
                Collection<String> keys,
                @Nullable Lease lease) {
            recorder.effect(
                    node,
                    Kind.DELETE_ATTRIBUTES,
                    Map.of(
                            "entity", entity.toString(),
                            "scope", scope.name(),
                            "keys", List.copyOf(keys)));
            return done();
        }

        @Override
        public CompletionStage<List<Attribute>> find(
                TenantId tenant, EntityId entity, AttributeScope scope, Collection<String> keys) {
            return real.attributes().find(tenant, entity, scope, keys);
        }
    }

    /** Records changes of alarms. What a node would have changed is not seen by the next one. */
    private final class Alarms implements AlarmStore {

        @Override
        public CompletionStage<Optional<Alarm>> find(TenantId tenant, AlarmId id) {
            return real.alarms().find(tenant, id);
        }

        @Override
        public CompletionStage<Optional<Alarm>> findActive(
                TenantId tenant, EntityId originator, String type) {
            return real.alarms().findActive(tenant, originator, type);
        }

        @Override
        public CompletionStage<AlarmChange> raise(
                TenantId tenant, AlarmDraft draft, long now, @Nullable Lease lease) {
            return findActive(tenant, draft.originator(), draft.type())
                    .thenApply(active -> {
                        AlarmChange change =
                                active.map(before -> before.raised(draft))
                                        .orElseGet(() -> Alarm.created(tenant, null, draft, now));
                        recorder.effect(node, Kind.RAISE_ALARM, described(change.alarm()));
                        return change;
                    });
        }

        @Override
        public CompletionStage<Optional<AlarmChange>> clear(
                TenantId tenant,
                AlarmId id,
                @Nullable String details,
                long now,
                @Nullable Lease lease) {
            return find(tenant, id)
                    .thenApply(found ->
                            found.map(alarm -> {
                                AlarmChange change = alarm.cleared(details, now);
                                if (change.isCleared()) {
                                    recorder.effect(
                                            node, Kind.CLEAR_ALARM, described(change.alarm()));
                                }
                                return change;
                            }));
        }

        private static Map<String, Object> described(Alarm alarm) {
            return Map.of(
                    "entity", alarm.originator().toString(),
                    "type", alarm.type(),
                    "severity", alarm.severity().name(),
                    "details", JsonMapper.shared().readTree(alarm.details()));
        }
    }

    /** Records changes of entities. A created entity has an id that nothing else has, and exists for its node only. */
    private final class Entities implements EntityWrites {

        @Override
        public CompletionStage<Found> findOrCreate(
                TenantId tenant, NewEntity entity, @Nullable Lease lease) {
            return real.entities()
                    .findByName(tenant, entity.type(), entity.name())
                    .thenApply(found ->
                            found.map(id -> new Found(id, null)).orElseGet(() -> created(entity)));
        }

        private Found created(NewEntity entity) {
            Map<String, @Nullable Object> details = new LinkedHashMap<>();
            details.put("entityType", entity.type().name());
            details.put("name", entity.name());
            details.put("profile", entity.profile());
            recorder.effect(node, Kind.CREATE_ENTITY, details);
            EntityId id = new EntityId(entity.type(), TimeOrderedUuid.next());
            ObjectNode json = JsonMapper.shared().createObjectNode();
            json.putObject("id").put("entityType", id.type().name()).put("id", id.id().toString());
            json.put("name", entity.name());
            return new Found(id, json);
        }

        @Override
        public CompletionStage<Void> assign(
                TenantId tenant,
                EntityId entity,
                @Nullable CustomerId customer,
                @Nullable Lease lease) {
            Map<String, @Nullable Object> details = new LinkedHashMap<>();
            details.put("entity", entity.toString());
            details.put("customer", customer == null ? null : customer.entity().toString());
            recorder.effect(node, Kind.ASSIGN_CUSTOMER, details);
            return done();
        }
    }

    /** Records changes of relations. */
    private final class Relations implements RelationStore {

        @Override
        public CompletionStage<Boolean> exists(
                TenantId tenant, EntityId from, EntityId to, String type) {
            return real.relations().exists(tenant, from, to, type);
        }

        @Override
        public CompletionStage<Boolean> existsAny(
                TenantId tenant, EntityId entity, SearchDirection direction, String type) {
            return real.relations().existsAny(tenant, entity, direction, type);
        }

        @Override
        public CompletionStage<List<EntityId>> related(
                TenantId tenant, EntityId root, RelationsQuery query) {
            return real.relations().related(tenant, root, query);
        }

        @Override
        public CompletionStage<Void> add(
                TenantId tenant, Relation relation, @Nullable Lease lease) {
            return recorded(Kind.ADD_RELATION, relation);
        }

        @Override
        public CompletionStage<Void> addAsOnly(
                TenantId tenant, Relation relation, SearchDirection end, @Nullable Lease lease) {
            EntityId entity = end == SearchDirection.FROM ? relation.from() : relation.to();
            return removeAll(tenant, entity, end, relation.type(), lease)
                    .thenCompose(_ -> add(tenant, relation, lease));
        }

        @Override
        public CompletionStage<Void> remove(
                TenantId tenant, Relation relation, @Nullable Lease lease) {
            return recorded(Kind.REMOVE_RELATIONS, relation);
        }

        @Override
        public CompletionStage<Void> removeAll(
                TenantId tenant,
                EntityId entity,
                SearchDirection direction,
                String type,
                @Nullable Lease lease) {
            String end = direction == SearchDirection.FROM ? "from" : "to";
            recorder.effect(
                    node, Kind.REMOVE_RELATIONS, Map.of(end, entity.toString(), "type", type));
            return done();
        }

        private CompletionStage<Void> recorded(Kind kind, Relation relation) {
            recorder.effect(
                    node,
                    kind,
                    Map.of(
                            "from", relation.from().toString(),
                            "to", relation.to().toString(),
                            "type", relation.type()));
            return done();
        }
    }

    private final class Notifications implements DeviceNotifications {

        @Override
        public void attributesSaved(TenantId tenant, DeviceId device, List<KeyValue> attributes) {
            recorder.effect(
                    node,
                    Kind.NOTIFY_DEVICE,
                    Map.of("entity", device.entity().toString(), "values", typed(attributes)));
        }

        @Override
        public void attributesDeleted(TenantId tenant, DeviceId device, Collection<String> keys) {
            recorder.effect(
                    node,
                    Kind.NOTIFY_DEVICE,
                    Map.of("entity", device.entity().toString(), "deleted", List.copyOf(keys)));
        }
    }

    /** Records a message that would wait. It does not continue in the run. */
    private final class Waiting implements PendingMessages {

        @Override
        public CompletionStage<Boolean> add(
                Site site,
                UUID id,
                RuleMessage message,
                long dueAt,
                Bound bound,
                @Nullable Lease lease) {
            Map<String, @Nullable Object> details = new LinkedHashMap<>(Recorder.describe(message));
            details.put("dueAt", dueAt);
            recorder.effect(node, Kind.WAIT, details);
            return CompletableFuture.completedStage(true);
        }

        @Override
        public CompletionStage<List<Pending>> find(Site site) {
            return CompletableFuture.completedStage(List.of());
        }

        @Override
        public CompletionStage<Void> remove(
                Site site, Collection<UUID> ids, @Nullable Lease lease) {
            return done();
        }

        @Override
        public CompletionStage<Void> postpone(
                Site site, Collection<UUID> ids, long dueAt, @Nullable Lease lease) {
            return done();
        }
    }

    /** Reads the states of alarm rules, and changes none. */
    private final class States implements RuleStates {

        @Override
        public CompletionStage<Optional<RuleProgress>> find(
                PendingMessages.Site site, @Nullable Lease lease) {
            return real.ruleStates().find(site, lease);
        }

        @Override
        public CompletionStage<Void> save(
                PendingMessages.Site site, RuleProgress progress, @Nullable Lease lease) {
            return done();
        }
    }

    private final class Log implements MessageLog {

        @Override
        public boolean isEnabled() {
            return true;
        }

        @Override
        public void write(NodeIdentity from, RuleMessage message, String text) {
            recorder.effect(node, Kind.LOG, Map.of("text", text));
        }
    }

    private final class Calls implements HttpCalls {

        @Override
        public CompletionStage<HttpReply> call(HttpCall call) {
            Payload body = call.body();
            recorder.effect(
                    node,
                    Kind.HTTP_CALL,
                    Map.of(
                            "method", call.method(),
                            "url", call.uri().toString(),
                            "headers",
                                    call.headers().stream()
                                            .map(header -> header.name() + ": " + header.value())
                                            .toList(),
                            "body", body == null ? "" : body.text()));
            Map<String, List<String>> headers = new LinkedHashMap<>();
            reply.headers().forEach((name, value) -> headers.put(name, List.of(value)));
            return CompletableFuture.completedStage(
                    new HttpReply(
                            reply.status(),
                            headers,
                            Payload.of(reply.body().getBytes(StandardCharsets.UTF_8))));
        }

        @Override
        public void close() {}
    }

    private final class Sends implements NodeSends {

        @Override
        public NodeResult send(RuleMessage message, Supplier<Description> description, Send send) {
            Description described = description.get();
            recorder.effect(
                    node,
                    Kind.EXTERNAL_SEND,
                    Map.of("target", described.target(), "body", described.content()));
            return NodeResult.success(message);
        }

        @Override
        public void close() {}
    }
}
