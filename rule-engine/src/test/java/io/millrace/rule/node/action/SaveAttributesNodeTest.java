// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import static io.millrace.message.telemetry.AttributeScope.CLIENT_SCOPE;
import static io.millrace.message.telemetry.AttributeScope.SERVER_SCOPE;
import static io.millrace.message.telemetry.AttributeScope.SHARED_SCOPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.Metadata;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.message.id.AssetId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.DeviceNotifications;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.memory.InMemoryAttributeStore;
import io.millrace.rule.store.memory.InMemoryAttributeStore.Save;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SaveAttributesNodeTest {

    private static final long NOW = NodeTester.TS + 5_000;
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC);

    private final InMemoryAttributeStore store = new InMemoryAttributeStore();
    private final List<List<KeyValue>> notified = new CopyOnWriteArrayList<>();
    private final List<RuleMessage> submitted = new CopyOnWriteArrayList<>();
    private CompletionStage<Void> submission = CompletableFuture.completedStage(null);
    private final NodeDefinition<?> definition = definition(store);

    @Test
    void storesAttributesInItsScopeAndPassesTheMessageOn() {
        RuleMessage message = attributes("{\"a\":1,\"b\":\"x\"}");

        assertThat(NodeTester.run(node(false, true), message))
                .isEqualTo(NodeResult.success(message));
        assertThat(store.saves())
                .containsExactly(
                        new Save(
                                NodeTester.DEVICE.entity(),
                                SERVER_SCOPE,
                                List.of(kv("a", 1), new KeyValue("b", new StringValue("x"))),
                                NOW));
    }

    @Test
    void prefersTheScopeOfTheMessage() {
        NodeTester.run(node(false, true), attributes("{\"a\":1}", "scope", "CLIENT_SCOPE"));
        NodeTester.run(node(false, true), attributes("{\"a\":1}", "scope", ""));

        assertThat(store.saves())
                .extracting(Save::scope)
                .containsExactly(CLIENT_SCOPE, SERVER_SCOPE);
    }

    @Test
    void failsForAScopeThatDoesNotExist() {
        RuleMessage message = attributes("{\"a\":1}", "scope", "MY_SCOPE");

        assertThat(NodeTester.run(node(false, true), message))
                .isEqualTo(
                        new NodeResult.Failed(
                                message,
                                "metadata \"scope\" must be a scope of attributes, not \"MY_SCOPE\""));
    }

    @Test
    void refusesMessagesOfOtherTypes() {
        assertThat(NodeTester.run(node(false, true), NodeTester.telemetry("{\"a\":1}")))
                .isInstanceOf(NodeResult.Failed.class);
        assertThat(store.saves()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "5", "", "{\"a\":null}", "[{\"a\":1}]"})
    void failsForAPayloadThatHoldsNoAttributes(String payload) {
        assertThat(NodeTester.run(node(false, true), attributes(payload)))
                .isInstanceOf(NodeResult.Failed.class);
    }

    @Test
    void passesAnEmptyObject() {
        RuleMessage message = attributes("{}");

        assertThat(NodeTester.run(node(false, true), message))
                .isEqualTo(NodeResult.success(message));
        assertThat(store.saves()).isEmpty();
    }

    @Test
    void storesOnlyWhatHasChangedInValueOrType() {
        RuleNode node = node(true, false);
        NodeTester.run(node, attributes("{\"a\":1,\"b\":2,\"c\":3}"));

        NodeTester.run(node, attributes("{\"a\":1,\"b\":2.0,\"c\":4,\"d\":5}"));

        assertThat(store.saves()).hasSize(2);
        assertThat(store.saves().get(1).attributes())
                .extracting(KeyValue::key)
                .containsExactly("b", "c", "d");
    }

    @Test
    void storesAndTellsNothingWhenNothingHasChanged() {
        RuleNode node = node(true, true);
        NodeTester.run(node, attributes("{\"a\":1}"));
        submitted.clear();
        RuleMessage same = attributes("{\"a\":1}");

        assertThat(NodeTester.run(node, same)).isEqualTo(NodeResult.success(same));
        assertThat(store.saves()).hasSize(1);
        assertThat(submitted).isEmpty();
    }

    @Test
    void comparesEachMessageWithWhatTheOneBeforeHasStored() {
        NodeTester.run(node(true, false), attributes("{\"a\":1}"));
        SlowStore slow = new SlowStore();
        RuleNode node = NodeTester.node(definition(slow), configuration(true, false));

        CompletableFuture<NodeResult> second = start(node, attributes("{\"a\":2}"));
        CompletableFuture<NodeResult> third = start(node, attributes("{\"a\":1}"));
        slow.goOnUntil(third);

        assertThat(second).isCompleted();
        assertThat(store.saves().getLast().attributes()).containsExactly(kv("a", 1));
        assertThat(store.saves()).hasSize(3);
    }

    @Test
    void goesOnAfterAFailureOfTheMessageBefore() {
        RuleNode node = node(true, false);
        store.failWith(new StoreException("refused"));
        RuleMessage message = attributes("{\"a\":1}");
        assertThat(NodeTester.run(node, message))
                .isEqualTo(new NodeResult.Failed(message, "refused"));

        store.failWith(null);

        assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.success(message));
    }

    @Test
    void tellsOfWhatItHasStored() {
        CustomerId customer = new CustomerId(UUID.randomUUID());
        RuleMessage message =
                attributes(
                                "{\"a\":1,\"b\":\"x\",\"c\":true,\"d\":1.5,\"e\":{\"f\":[1]}}",
                                "scope",
                                "SHARED_SCOPE")
                        .withCustomer(customer);

        assertThat(NodeTester.run(node(false, true), message))
                .isEqualTo(NodeResult.success(message));
        assertThat(submitted)
                .singleElement()
                .satisfies(told -> {
                    assertThat(told.type()).isEqualTo("ATTRIBUTES_UPDATED");
                    assertThat(told.originator()).isEqualTo(message.originator());
                    assertThat(told.customer()).isEqualTo(customer);
                    assertThat(told.id()).isNotEqualTo(message.id());
                    assertThat(told.ts()).isEqualTo(NOW);
                    assertThat(told.metadata().values())
                            .containsOnlyKeys("ruleNodeId", "scope")
                            .containsEntry("scope", SHARED_SCOPE.name());
                    assertThat(told.payload().text())
                            .isEqualTo(
                                    "{\"a\":1,\"b\":\"x\",\"c\":true,\"d\":1.5,\"e\":{\"f\":[1]}}");
                });
    }

    @Test
    void doesNotTellOfTheClientsOwnScope() {
        NodeTester.run(node(false, true), attributes("{\"a\":1}", "scope", "CLIENT_SCOPE"));

        assertThat(submitted).isEmpty();
    }

    @Test
    void notifiesTheDeviceOfSharedAttributesThatAreOnDisk() {
        RuleMessage message = attributes("{\"a\":1}", "scope", "SHARED_SCOPE");

        NodeTester.run(node(true, false), message);
        NodeTester.run(node(true, false), message);

        assertThat(notified).containsExactly(List.of(kv("a", 1)));
    }

    @Test
    void notifiesNoDeviceOfAttributesThatWereNotStored() {
        store.failWith(new StoreException("refused"));

        NodeTester.run(node(false, false), attributes("{\"a\":1}", "scope", "SHARED_SCOPE"));

        assertThat(notified).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SERVER_SCOPE", "CLIENT_SCOPE"})
    void doesNotNotifyTheDeviceOfOtherScopes(String scope) {
        NodeTester.run(node(false, false), attributes("{\"a\":1}", "scope", scope));

        assertThat(notified).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"false,false,0", "false,true,1", "false,'',1", "true,false,1"})
    void notifiesTheDeviceAsMetadataOrConfigurationSay(
            boolean configured, String metadata, int notifications) {
        RuleNode node =
                NodeTester.node(
                        definition,
                        """
                        {"scope":"SHARED_SCOPE","processingSettings":{"type":"ON_EVERY_MESSAGE"},"notifyDevice":%s}\
                        """
                                .formatted(configured));

        NodeTester.run(node, attributes("{\"a\":1}", "notifyDevice", metadata));

        assertThat(notified).hasSize(notifications);
    }

    @Test
    void notifiesOnlyDevices() {
        RuleMessage ofAsset =
                RuleMessage.of(
                        NodeTester.TENANT,
                        new AssetId(UUID.randomUUID()).entity(),
                        "POST_ATTRIBUTES_REQUEST",
                        Metadata.of("scope", "SHARED_SCOPE"),
                        NodeTester.telemetry("{\"a\":1}").payload(),
                        NOW);

        NodeTester.run(node(false, false), ofAsset);

        assertThat(store.saves()).hasSize(1);
        assertThat(notified).isEmpty();
    }

    @Test
    void failsWhenThereIsNoRoomForTheNotification() {
        submission = CompletableFuture.failedStage(new IllegalStateException("no room"));
        RuleMessage message = attributes("{\"a\":1}");

        assertThat(NodeTester.run(node(false, true), message))
                .isEqualTo(new NodeResult.Failed(message, "no room"));
    }

    @Test
    void storesWhatTheAdvancedSettingsSay() {
        RuleNode node =
                NodeTester.node(
                        definition,
                        """
                        {"scope":"SERVER_SCOPE","processingSettings":{"type":"ADVANCED",
                         "attributes":{"type":"DEDUPLICATE","deduplicationIntervalSecs":3600},
                         "webSockets":{"type":"ON_EVERY_MESSAGE"},
                         "calculatedFields":{"type":"SKIP"}}}\
                        """);

        NodeTester.run(node, attributes("{\"a\":1}"));
        NodeTester.run(node, attributes("{\"a\":2}"));

        assertThat(store.saves()).hasSize(1);
    }

    @Test
    void needsToKnowWhichMessagesAreStored() {
        assertThatThrownBy(() -> NodeTester.node(definition, "{\"scope\":\"SERVER_SCOPE\"}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("processingSettings: must be set");
    }

    @Test
    void needsAScope() {
        assertThatThrownBy(() ->
                        NodeTester.node(
                                definition,
                                "{\"processingSettings\":{\"type\":\"ON_EVERY_MESSAGE\"}}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("scope:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    0 | {"notifyDevice":"false"} | {"notifyDevice":false,"updateAttributesOnlyOnValueChange":false,"sendAttributesUpdatedNotification":false,"processingSettings":{"type":"ON_EVERY_MESSAGE"}}
                    0 | {"updateAttributesOnlyOnValueChange":true} | {"updateAttributesOnlyOnValueChange":true,"notifyDevice":true,"sendAttributesUpdatedNotification":false,"processingSettings":{"type":"ON_EVERY_MESSAGE"}}
                    1 | {"notifyDevice":null,"sendAttributesUpdatedNotification":"true"} | {"notifyDevice":true,"sendAttributesUpdatedNotification":true,"updateAttributesOnlyOnValueChange":true,"processingSettings":{"type":"ON_EVERY_MESSAGE"}}
                    2 | {"notifyDevice":false} | {"notifyDevice":false,"processingSettings":{"type":"ON_EVERY_MESSAGE"}}
                    """)
    void upgradesFromEachOlderVersion(int version, String older, String current) {
        assertThat(NodeTester.upgraded(definition, older, version)).hasToString(current);
    }

    private NodeDefinition<?> definition(AttributeStore attributes) {
        return SaveAttributesNode.definition(
                attributes,
                new Notified(),
                message -> {
                    submitted.add(message);
                    return submission;
                },
                CLOCK);
    }

    private RuleNode node(boolean onlyChanges, boolean notification) {
        return NodeTester.node(definition, configuration(onlyChanges, notification));
    }

    private static String configuration(boolean onlyChanges, boolean notification) {
        return """
        {"scope":"SERVER_SCOPE","processingSettings":{"type":"ON_EVERY_MESSAGE"},
         "updateAttributesOnlyOnValueChange":%s,"sendAttributesUpdatedNotification":%s}\
        """
                .formatted(onlyChanges, notification);
    }

    private static CompletableFuture<NodeResult> start(RuleNode node, RuleMessage message) {
        try {
            return ((NodeResult.Later) node.process(message)).answer().toCompletableFuture();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static RuleMessage attributes(String json, String... metadata) {
        return NodeTester.message("POST_ATTRIBUTES_REQUEST", json, metadata);
    }

    private static KeyValue kv(String key, long value) {
        return new KeyValue(key, new LongValue(value));
    }

    private final class Notified implements DeviceNotifications {

        @Override
        public void attributesSaved(TenantId tenant, DeviceId device, List<KeyValue> attributes) {
            assertThat(tenant).isEqualTo(NodeTester.TENANT);
            assertThat(device).isEqualTo(NodeTester.DEVICE);
            assertThat(store.saves()).isNotEmpty();
            notified.add(attributes);
        }

        @Override
        public void attributesDeleted(TenantId tenant, DeviceId device, Collection<String> keys) {
            throw new AssertionError("the node deletes nothing");
        }
    }

    /** Does what it is asked for only when the test lets it. */
    private final class SlowStore implements AttributeStore {

        private final List<Runnable> steps = new ArrayList<>();

        @Override
        public CompletionStage<Void> save(
                TenantId tenant,
                EntityId entity,
                AttributeScope scope,
                List<KeyValue> values,
                long updatedAt,
                @Nullable Lease lease) {
            CompletableFuture<Void> answer = new CompletableFuture<>();
            steps.add(() -> {
                store.save(tenant, entity, scope, values, updatedAt);
                answer.complete(null);
            });
            return answer;
        }

        @Override
        public CompletionStage<Void> saveUnlessNewer(
                TenantId tenant,
                EntityId entity,
                AttributeScope scope,
                List<KeyValue> values,
                long updatedAt,
                Duration patience) {
            return store.saveUnlessNewer(tenant, entity, scope, values, updatedAt, patience);
        }

        @Override
        public CompletionStage<Void> delete(
                TenantId tenant,
                EntityId entity,
                AttributeScope scope,
                Collection<String> keys,
                @Nullable Lease lease) {
            return store.delete(tenant, entity, scope, keys, lease);
        }

        @Override
        public CompletionStage<List<Attribute>> find(
                TenantId tenant, EntityId entity, AttributeScope scope, Collection<String> keys) {
            CompletableFuture<List<Attribute>> answer = new CompletableFuture<>();
            steps.add(() ->
                    answer.complete(
                            store.find(tenant, entity, scope, keys).toCompletableFuture().join()));
            return answer;
        }

        private void goOnUntil(CompletableFuture<?> done) {
            while (!done.isDone()) {
                steps.removeFirst().run();
            }
        }
    }
}
