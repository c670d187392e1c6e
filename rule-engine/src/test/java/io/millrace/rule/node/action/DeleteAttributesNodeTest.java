// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import static io.millrace.message.telemetry.AttributeScope.CLIENT_SCOPE;
import static io.millrace.message.telemetry.AttributeScope.SERVER_SCOPE;
import static io.millrace.message.telemetry.AttributeScope.SHARED_SCOPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.AssetId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.store.DeviceNotifications;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.memory.InMemoryAttributeStore;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeleteAttributesNodeTest {

    private static final long NOW = NodeTester.TS + 5_000;

    private final InMemoryAttributeStore store = new InMemoryAttributeStore();
    private final List<Collection<String>> notified = new CopyOnWriteArrayList<>();
    private final List<RuleMessage> submitted = new CopyOnWriteArrayList<>();
    private CompletionStage<Void> submission = CompletableFuture.completedStage(null);
    private final EntityId device = NodeTester.DEVICE.entity();
    private final NodeDefinition<?> definition =
            DeleteAttributesNode.definition(
                    store,
                    new Notified(),
                    message -> {
                        submitted.add(message);
                        return submission;
                    },
                    Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC));

    @BeforeEach
    void saveAttributes() {
        for (AttributeScope scope : AttributeScope.values()) {
            save(device, scope, "a", "b", "c");
        }
    }

    @Test
    void deletesTheAttributesInItsScope() {
        RuleMessage message = NodeTester.message("ANY", "not JSON");

        assertThat(run("\"keys\":[\"a\",\"missing\"]", message))
                .isEqualTo(NodeResult.success(message));

        assertThat(keys(device, SERVER_SCOPE)).containsExactly("b", "c");
        assertThat(keys(device, SHARED_SCOPE)).containsExactly("a", "b", "c");
        assertThat(keys(device, CLIENT_SCOPE)).containsExactly("a", "b", "c");
        assertThat(submitted).isEmpty();
    }

    @Test
    void prefersTheScopeOfTheMessage() {
        run("\"keys\":[\"a\"]", NodeTester.message("ANY", "{}", "scope", "CLIENT_SCOPE"));

        assertThat(keys(device, CLIENT_SCOPE)).containsExactly("b", "c");
        assertThat(keys(device, SERVER_SCOPE)).containsExactly("a", "b", "c");
    }

    @Test
    void failsForAScopeThatDoesNotExist() {
        RuleMessage message = NodeTester.message("ANY", "{}", "scope", "MY_SCOPE");

        assertThat(run("\"keys\":[\"a\"]", message)).isInstanceOf(NodeResult.Failed.class);
    }

    @Test
    void resolvesItsKeysFromTheMessage() {
        run(
                "\"keys\":[\"${key}\",\"$[other]\"]",
                NodeTester.message("ANY", "{\"other\":\"c\"}", "key", "a"));

        assertThat(keys(device, SERVER_SCOPE)).containsExactly("b");
    }

    @Test
    void passesAMessageWithoutKeys() {
        RuleMessage message = NodeTester.message("ANY", "{}", "key", " ");

        assertThat(
                        run(
                                "\"keys\":[\"\",\"${key}\"],\"sendAttributesDeletedNotification\":true",
                                message))
                .isEqualTo(NodeResult.success(message));
        assertThat(submitted).isEmpty();
    }

    @Test
    void tellsOfTheKeysOnceEach() {
        CustomerId customer = new CustomerId(TimeOrderedUuid.next());
        RuleMessage message =
                NodeTester.message("ANY", "{}", "scope", "SHARED_SCOPE", "key", "a")
                        .withCustomer(customer);

        run(
                "\"keys\":[\"a\",\"${key}\",\"b\",\" \"],\"sendAttributesDeletedNotification\":true",
                message);

        assertThat(submitted)
                .singleElement()
                .satisfies(told -> {
                    assertThat(told.type()).isEqualTo("ATTRIBUTES_DELETED");
                    assertThat(told.originator()).isEqualTo(device);
                    assertThat(told.customer()).isEqualTo(customer);
                    assertThat(told.ts()).isEqualTo(NOW);
                    assertThat(told.metadata().values())
                            .containsOnlyKeys("ruleNodeId", "scope")
                            .containsEntry("scope", "SHARED_SCOPE");
                    assertThat(told.payload().text()).isEqualTo("{\"attributes\":[\"a\",\"b\"]}");
                });
    }

    @Test
    void failsWhenThereIsNoRoomForTheNotification() {
        submission = CompletableFuture.failedStage(new IllegalStateException("no room"));
        RuleMessage message = NodeTester.message("ANY", "{}");

        assertThat(run("\"keys\":[\"a\"],\"sendAttributesDeletedNotification\":true", message))
                .isEqualTo(new NodeResult.Failed(message, "no room"));
    }

    @ParameterizedTest
    @CsvSource({
        "SHARED_SCOPE,true,false,1",
        "SHARED_SCOPE,false,true,1",
        "SHARED_SCOPE,false,false,0",
        "SERVER_SCOPE,true,true,0",
        "CLIENT_SCOPE,true,true,0"
    })
    void notifiesTheDeviceOfSharedAttributesAsMetadataOrConfigurationSay(
            String scope, boolean configured, String metadata, int notifications) {
        run(
                "\"keys\":[\"a\"],\"notifyDevice\":" + configured,
                NodeTester.message("ANY", "{}", "scope", scope, "notifyDevice", metadata));

        assertThat(notified).hasSize(notifications).allMatch(List.of("a")::equals);
    }

    @Test
    void notifiesOnlyDevices() {
        EntityId asset = new AssetId(TimeOrderedUuid.next()).entity();
        save(asset, SHARED_SCOPE, "a");

        run(
                "\"keys\":[\"a\"],\"notifyDevice\":true",
                NodeTester.message("ANY", "{}", "scope", "SHARED_SCOPE").withOriginator(asset));

        assertThat(keys(asset, SHARED_SCOPE)).isEmpty();
        assertThat(notified).isEmpty();
    }

    @Test
    void notifiesNoDeviceOfAttributesThatWereNotDeleted() {
        store.failWith(new StoreException("refused"));
        RuleMessage message = NodeTester.message("ANY", "{}", "scope", "SHARED_SCOPE");

        assertThat(run("\"keys\":[\"a\"],\"notifyDevice\":true", message))
                .isEqualTo(new NodeResult.Failed(message, "refused"));
        assertThat(notified).isEmpty();
    }

    @Test
    void needsAScope() {
        assertThatThrownBy(() -> NodeTester.node(definition, "{\"keys\":[\"a\"]}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("scope:");
    }

    private NodeResult run(String fields, RuleMessage message) {
        return NodeTester.run(
                NodeTester.node(definition, "{\"scope\":\"SERVER_SCOPE\",%s}".formatted(fields)),
                message);
    }

    private void save(EntityId entity, AttributeScope scope, String... keys) {
        List<KeyValue> values =
                List.of(keys).stream().map(key -> new KeyValue(key, new LongValue(1))).toList();
        store.save(NodeTester.TENANT, entity, scope, values, NodeTester.TS);
    }

    private List<String> keys(EntityId entity, AttributeScope scope) {
        return store
                .find(NodeTester.TENANT, entity, scope, List.of("a", "b", "c"))
                .toCompletableFuture()
                .join()
                .stream()
                .map(attribute -> attribute.keyValue().key())
                .toList();
    }

    private final class Notified implements DeviceNotifications {

        @Override
        public void attributesSaved(TenantId tenant, DeviceId device, List<KeyValue> attributes) {}

        @Override
        public void attributesDeleted(TenantId tenant, DeviceId device, Collection<String> keys) {
            notified.add(keys);
        }
    }
}
