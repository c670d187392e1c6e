// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import static io.millrace.message.telemetry.AttributeScope.CLIENT_SCOPE;
import static io.millrace.message.telemetry.AttributeScope.SERVER_SCOPE;
import static io.millrace.message.telemetry.AttributeScope.SHARED_SCOPE;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityViewId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.EntityViews.View;
import io.millrace.rule.store.EntityViews.Window;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.memory.InMemoryAttributeStore;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CopyToViewNodeTest {

    private static final long NOW = NodeTester.TS + 5_000;
    private static final Window ALWAYS = new Window(0, 0);

    private final InMemoryAttributeStore store = new InMemoryAttributeStore();
    private final List<View> views = new ArrayList<>();
    private CompletionStage<List<View>> lookUp = CompletableFuture.completedStage(views);
    private final RuleNode node =
            NodeTester.node(
                    CopyToViewNode.definition(
                            (tenant, entity) -> {
                                assertThat(tenant).isEqualTo(NodeTester.TENANT);
                                assertThat(entity).isEqualTo(NodeTester.DEVICE.entity());
                                return lookUp;
                            },
                            store,
                            Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC)),
                    "{}");

    @ParameterizedTest
    @ValueSource(strings = {"ATTRIBUTES_UPDATED", "ACTIVITY_EVENT", "INACTIVITY_EVENT"})
    void copiesTheAttributesThatAViewNamesInTheScopeOfTheMessage(String type) {
        View view = view(ALWAYS, Map.of(SHARED_SCOPE, Set.of("a"), SERVER_SCOPE, Set.of("b")));

        NodeTester.run(
                node, NodeTester.message(type, "{\"a\":1,\"b\":2}", "scope", "SHARED_SCOPE"));

        assertThat(stored(view, SHARED_SCOPE))
                .containsExactly(new Attribute(new KeyValue("a", new LongValue(1)), NOW));
        assertThat(stored(view, SERVER_SCOPE)).isEmpty();
    }

    @Test
    void copiesWhatADevicePostsInTheClientScope() {
        View view = view(ALWAYS, Map.of(CLIENT_SCOPE, Set.of("a")));

        NodeTester.run(
                node,
                NodeTester.message("POST_ATTRIBUTES_REQUEST", "{\"a\":1}", "scope", "ignored"));

        assertThat(stored(view, CLIENT_SCOPE)).hasSize(1);
    }

    @Test
    void deletesFromAViewTheDeletedAttributesThatItNames() {
        View view = view(ALWAYS, Map.of(SERVER_SCOPE, Set.of("a")));
        save(view, "a");
        save(view, "b");

        NodeTester.run(
                node,
                NodeTester.message(
                        "ATTRIBUTES_DELETED",
                        "{\"attributes\":[\"a\",\"b\"]}",
                        "scope",
                        "SERVER_SCOPE"));

        assertThat(stored(view, SERVER_SCOPE))
                .extracting(attribute -> attribute.keyValue().key())
                .containsExactly("b");
    }

    @Test
    void aMessageLeavesForEachViewAlsoIfItNamesNoneOfTheAttributes() {
        View first = view(ALWAYS, Map.of(SERVER_SCOPE, Set.of("a")));
        View second = view(ALWAYS, Map.of());
        RuleMessage message = updated();

        NodeResult result = NodeTester.run(node, message);

        assertThat(result).isInstanceOf(NodeResult.Several.class);
        List<RuleMessage> messages = ((NodeResult.Several) result).messages();
        assertThat(messages)
                .extracting(RuleMessage::originator)
                .containsExactly(first.id().entity(), second.id().entity());
        assertThat(messages).extracting(RuleMessage::id).doesNotHaveDuplicates();
        assertThat(messages)
                .allSatisfy(told -> {
                    assertThat(told.id()).isNotEqualTo(message.id());
                    assertThat(told.withId(message.id()).withOriginator(message.originator()))
                            .isEqualTo(message);
                });
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, true",
        "-1, 0, true",
        "0, 1, true",
        "-1, 1, true",
        "1, 0, false",
        "0, -1, false",
        "-2, -1, false"
    })
    void leavesOutViewsWhoseTimeDoesNotContainTheCurrentOne(int start, int end, boolean isCopied) {
        View view =
                view(
                        new Window(start == 0 ? 0 : NOW + start, end == 0 ? 0 : NOW + end),
                        Map.of(SERVER_SCOPE, Set.of("a")));

        NodeResult result = NodeTester.run(node, updated());

        assertThat(stored(view, SERVER_SCOPE)).hasSize(isCopied ? 1 : 0);
        assertThat(result)
                .isInstanceOf(isCopied ? NodeResult.Several.class : NodeResult.Ended.class);
    }

    @Test
    void theMessageOfAnOriginatorWithoutViewsEnds() {
        assertThat(NodeTester.run(node, updated())).isEqualTo(new NodeResult.Ended());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST_TELEMETRY_REQUEST | {\"a\":1}        | SERVER_SCOPE",
                "ATTRIBUTES_UPDATED     | {\"a\":1}        | MY_SCOPE",
                "ATTRIBUTES_UPDATED     | {\"a\":1}        | ''",
                "ATTRIBUTES_UPDATED     | [1]              | SERVER_SCOPE",
                "ATTRIBUTES_DELETED     | {\"a\":1}        | SERVER_SCOPE"
            })
    void failsForAMessageThatTellsOfNoChangeOfAttributes(String type, String data, String scope) {
        view(ALWAYS, Map.of());

        assertThat(NodeTester.run(node, NodeTester.message(type, data, "scope", scope)))
                .isInstanceOf(NodeResult.Failed.class);
    }

    @Test
    void failsIfAViewCannotBeWrittenOrTheViewsCannotBeRead() {
        view(ALWAYS, Map.of(SERVER_SCOPE, Set.of("a")));
        RuleMessage message = updated();
        store.failWith(new StoreException("refused"));
        assertThat(NodeTester.run(node, message))
                .isEqualTo(new NodeResult.Failed(message, "refused"));

        lookUp = CompletableFuture.failedStage(new StoreException("too many views"));
        assertThat(NodeTester.run(node, message))
                .isEqualTo(new NodeResult.Failed(message, "too many views"));
    }

    private static RuleMessage updated() {
        return NodeTester.message("ATTRIBUTES_UPDATED", "{\"a\":1}", "scope", "SERVER_SCOPE");
    }

    private View view(Window window, Map<AttributeScope, Set<String>> keys) {
        View view = new View(new EntityViewId(TimeOrderedUuid.next()), keys, window);
        views.add(view);
        return view;
    }

    private void save(View view, String key) {
        store.save(
                NodeTester.TENANT,
                view.id().entity(),
                SERVER_SCOPE,
                List.of(new KeyValue(key, new LongValue(1))),
                NodeTester.TS);
    }

    private List<Attribute> stored(View view, AttributeScope scope) {
        return store.find(NodeTester.TENANT, view.id().entity(), scope, List.of("a", "b"))
                .toCompletableFuture()
                .join();
    }
}
