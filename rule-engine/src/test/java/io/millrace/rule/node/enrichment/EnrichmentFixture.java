// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import static io.millrace.rule.node.NodeTester.TENANT;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeResult.Failed;
import io.millrace.rule.node.NodeResult.Next;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.store.EntityStore.Entity;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.rule.store.memory.InMemoryAttributeStore;
import io.millrace.rule.store.memory.InMemoryEntityStore;
import io.millrace.rule.store.memory.InMemoryRelationStore;
import io.millrace.rule.store.memory.InMemoryTimeseriesReads;
import io.millrace.rule.store.memory.InMemoryTimeseriesStore;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Stores in memory, with the data and the assertions of the tests of enrichment nodes. */
final class EnrichmentFixture {

    private static final JsonMapper JSON = JsonMapper.shared();

    final InMemoryEntityStore entities = new InMemoryEntityStore();
    final InMemoryRelationStore relations = new InMemoryRelationStore();
    final InMemoryAttributeStore attributes = new InMemoryAttributeStore();
    final InMemoryTimeseriesStore written = new InMemoryTimeseriesStore();
    final InMemoryTimeseriesReads timeseries = new InMemoryTimeseriesReads(written);

    EntityId newEntity(EntityType type) {
        return new EntityId(type, TimeOrderedUuid.next());
    }

    CustomerId newCustomer() {
        return new CustomerId(TimeOrderedUuid.next());
    }

    void put(EntityId id, String name, @Nullable CustomerId customer, String fields) {
        entities.put(TENANT, new Entity(id, name, customer, (ObjectNode) JSON.readTree(fields)));
    }

    void attribute(EntityId entity, AttributeScope scope, String key, Value value) {
        attributes
                .save(TENANT, entity, scope, List.of(new KeyValue(key, value)), NodeTester.TS)
                .toCompletableFuture()
                .join();
    }

    void telemetry(EntityId entity, long ts, String key, Value value) {
        TimeseriesPoint point = new TimeseriesPoint(ts, List.of(new KeyValue(key, value)));
        written.save(new TimeseriesWrite(TENANT, entity, List.of(point), true, true))
                .toCompletableFuture()
                .join();
    }

    static RuleMessage from(EntityId originator, String payload, String... metadata) {
        return RuleMessage.of(
                TENANT,
                originator,
                "POST_TELEMETRY_REQUEST",
                Metadata.of(metadata),
                Payload.ofText(payload),
                NodeTester.TS);
    }

    /** The message that went on by {@code Success}. */
    static RuleMessage success(NodeResult result) {
        assertThat(result).isInstanceOf(Next.class);
        Next next = (Next) result;
        assertThat(next.labels()).isEqualTo(Set.of(NodeResult.SUCCESS));
        return next.message();
    }

    /** The failure, after a check that it carries the very same message. */
    static String error(NodeResult result, RuleMessage message) {
        assertThat(result).isInstanceOf(Failed.class);
        assertThat(((Failed) result).message()).isSameAs(message);
        return ((Failed) result).error();
    }

    /** The configuration of a new node as JSON. */
    static String defaults(NodeDefinition<?> definition) {
        return NodeCatalogue.of(List.of(definition)).defaultsOf(definition).toString();
    }
}
