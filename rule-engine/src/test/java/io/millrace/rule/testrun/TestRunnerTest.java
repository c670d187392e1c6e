// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.testrun;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Metadata;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.catalog.NodePorts;
import io.millrace.rule.catalog.TestPorts;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.chain.Connection;
import io.millrace.rule.node.EmptyConfiguration;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.script.FakeScripts;
import io.millrace.rule.sending.NodeSends;
import io.millrace.rule.sending.OutgoingSends;
import io.millrace.rule.store.memory.InMemoryRuleChainStore;
import io.millrace.rule.testrun.TestRunRequest.Reply;
import io.millrace.rule.testrun.TestRunResult.Effect;
import io.millrace.rule.testrun.TestRunResult.Kind;
import io.millrace.rule.testrun.TestRunResult.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class TestRunnerTest {

    private final TestPorts ports = new TestPorts(FakeScripts.answering(true));
    private final InMemoryRuleChainStore chains = new InMemoryRuleChainStore();
    private final TestRunner runner =
            new TestRunner(TestRunnerTest::withSendingNode, ports.ports(), chains);
    private final Map<String, ChainNode> nodes = new LinkedHashMap<>();
    private final List<Connection> connections = new ArrayList<>();

    /** Sends by a client of its own, which must not happen in a run. */
    @NodeType(
            id = "test.sending",
            group = NodeGroup.EXTERNAL,
            name = "sending",
            description = "Sends each message to another system.",
            effect = true)
    private record SendingNode(NodeSends sends) implements RuleNode {

        @Override
        public NodeResult process(RuleMessage message) {
            return sends.send(
                    message,
                    () -> new NodeSends.Description("broker, topic t", message.payload().text()),
                    () -> {
                        throw new IOException("began");
                    });
        }
    }

    private static NodeCatalogue withSendingNode(NodePorts ports) {
        List<NodeDefinition<?>> all = new ArrayList<>(NodeCatalogue.builtIn(ports).definitions());
        all.add(
                NodeDefinition.of(
                        SendingNode.class,
                        EmptyConfiguration.INSTANCE,
                        (_, _) ->
                                new SendingNode(
                                        ports.sends()
                                                .open(
                                                        new OutgoingSends.Limits(
                                                                1,
                                                                Duration.ofSeconds(1),
                                                                OutgoingSends.Order.ANY)))));
        return NodeCatalogue.of(all);
    }

    private TestRunnerTest node(String name, String type, String configuration) {
        nodes.put(
                name,
                new ChainNode(
                        new RuleNodeId(TimeOrderedUuid.next()),
                        type,
                        name,
                        JsonMapper.shared().readTree(configuration),
                        9,
                        null));
        return this;
    }

    private TestRunnerTest node(String name, String type) {
        NodeCatalogue catalogue = NodeCatalogue.builtIn(ports.ports());
        return node(name, type, catalogue.defaultsOf(catalogue.require(type)).toString());
    }

    private TestRunnerTest connect(String from, String label, String to) {
        connections.add(new Connection(idOf(from), idOf(to), label));
        return this;
    }

    private RuleNodeId idOf(String node) {
        return requireNonNull(nodes.get(node)).id();
    }

    private ChainVersion chain() {
        List<ChainNode> all = List.copyOf(nodes.values());
        return new ChainVersion(
                NodeTester.TENANT,
                new RuleChainId(TimeOrderedUuid.next()),
                0,
                "a draft",
                all.getFirst().id(),
                all,
                connections);
    }

    private TestRunResult run(RuleMessage message) {
        return run(message, null, Map.of());
    }

    private TestRunResult run(
            RuleMessage message, @Nullable String from, Map<String, Reply> replies) {
        try {
            return runner.run(
                    new TestRunRequest(
                            chain(),
                            from == null ? null : idOf(from),
                            message,
                            replies,
                            Duration.ofSeconds(30)));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static RuleMessage telemetry() {
        return NodeTester.telemetry("{\"t\":21.5}");
    }

    private TestRunnerTest filterAndSave() {
        return node(
                        "only telemetry",
                        "filter.message-type",
                        "{\"messageTypes\":[\"POST_TELEMETRY_REQUEST\"]}")
                .node("save", "action.save-timeseries")
                .connect("only telemetry", "True", "save");
    }

    @Test
    void tellsTheWayWithInputLabelsAndOutputOfEachNode() {
        filterAndSave();
        RuleMessage message = telemetry();

        TestRunResult result = run(message);

        assertThat(result.steps()).extracting(Step::name).containsExactly("only telemetry", "save");
        assertThat(result.steps()).extracting(Step::after).containsExactly(null, 0);
        Step filter = result.steps().getFirst();
        assertThat(filter.labels()).containsExactly("True");
        assertThat(filter.input().payload()).isEqualTo(message.payload());
        assertThat(filter.outputs()).hasSize(1);
        assertThat(filter.error()).isNull();
        assertThat(filter.micros()).isNotNegative();
        assertThat(result.end()).isInstanceOf(AttemptResult.Done.class);
        assertThat(result.truncated()).isFalse();
    }

    @Test
    void notesWhatWouldHaveBeenStoredAndStoresNothing() {
        filterAndSave();

        TestRunResult result = run(telemetry());

        assertThat(result.effects())
                .singleElement()
                .satisfies(effect -> {
                    assertThat(effect.name()).isEqualTo("save");
                    assertThat(effect.kind()).isEqualTo(Kind.SAVE_TIMESERIES);
                    assertThat(effect.details()).contains("\"values\":{\"t\":21.5}");
                });
        assertThat(ports.timeseries.writes()).isEmpty();
    }

    @Test
    void endsWhereNothingIsConnected() {
        filterAndSave();

        TestRunResult result = run(NodeTester.message("OTHER", "{}"));

        assertThat(result.steps())
                .singleElement()
                .matches(s -> s.labels().equals(List.of("False")));
        assertThat(result.end()).isInstanceOf(AttemptResult.DoneWithoutEffect.class);
        assertThat(result.effects()).isEmpty();
    }

    @Test
    void tellsTheErrorOfANodeAndOfTheRun() {
        node("save", "action.save-timeseries");

        TestRunResult result = run(NodeTester.telemetry("not JSON"));

        Step step = result.steps().getFirst();
        assertThat(step.error()).isNotBlank();
        assertThat(step.labels()).containsExactly("Failure");
        assertThat(result.end())
                .isInstanceOfSatisfying(
                        AttemptResult.Failed.class,
                        failed -> {
                            assertThat(failed.failure().error()).isEqualTo(step.error());
                            assertThat(failed.failure().nodeName()).isEqualTo("save");
                        });
    }

    @Test
    void beginsAtAnyNode() {
        filterAndSave();

        TestRunResult result = run(telemetry(), "save", Map.of());

        assertThat(result.steps()).extracting(Step::name).containsExactly("save");
    }

    @Test
    void notesThatADeviceWouldBeNotifiedOfSharedAttributes() {
        node("save", "action.save-attributes");

        TestRunResult result =
                run(
                        NodeTester.message(
                                "POST_ATTRIBUTES_REQUEST",
                                "{\"limit\":5}",
                                "scope",
                                "SHARED_SCOPE"));

        assertThat(result.effects())
                .extracting(TestRunResult.Effect::kind)
                .containsExactly(Kind.SAVE_ATTRIBUTES, Kind.NOTIFY_DEVICE);
        assertThat(result.effects().getLast().details())
                .contains(NodeTester.DEVICE.entity().toString(), "\"values\":{\"limit\":5}");
    }

    @Test
    void notesWhatRestCallWouldHaveBeenAnsweredAndAnswersNone() {
        String request = "8f1c3a52-6a1e-4a57-9c0e-1f2d3c4b5a69";
        node("reply", "action.rest-call-reply");

        TestRunResult result =
                run(
                        NodeTester.message(
                                "REST_API_REQUEST",
                                "{\"a\":1}",
                                "serviceId",
                                "one",
                                "requestUUID",
                                request));

        assertThat(result.effects())
                .singleElement()
                .satisfies(effect -> {
                    assertThat(effect.kind()).isEqualTo(Kind.REST_REPLY);
                    assertThat(effect.details())
                            .contains("\"serviceId\":\"one\"", request, "{\\\"a\\\":1}");
                });
        assertThat(ports.answered).isEmpty();
        assertThat(result.end()).isInstanceOf(AttemptResult.Done.class);
    }

    @Test
    void sendsNoRequestToTheDeviceAndGoesOnWithTheGivenResponse() {
        node("ask", "action.rpc-request")
                .node("save", "action.save-timeseries")
                .connect("ask", "Success", "save");

        TestRunResult result =
                run(
                        NodeTester.telemetry("{\"method\":\"m\",\"params\":{\"a\":1}}"),
                        null,
                        Map.of("ask", new Reply(200, Map.of(), "{\"b\":2}")));

        assertThat(ports.requested).isEmpty();
        assertThat(result.steps()).extracting(Step::name).containsExactly("ask", "save");
        assertThat(result.steps().getLast().after()).isZero();
        assertThat(result.effects())
                .filteredOn(effect -> effect.kind() == Kind.RPC_REQUEST)
                .singleElement()
                .satisfies(effect ->
                        assertThat(effect.details()).contains("\"method\":\"m\"", "{\\\"a\\\":1}"));
        assertThat(result.effects().getLast().details()).contains("\"b\":2");
    }

    @Test
    void answersNoRequestOfADevice() {
        node("reply", "action.rpc-reply");

        TestRunResult result =
                run(
                        NodeTester.message(
                                "TO_SERVER_RPC_REQUEST",
                                "{\"a\":1}",
                                "serviceId",
                                "one",
                                "sessionId",
                                UUID.randomUUID().toString(),
                                "requestId",
                                "7"));

        assertThat(result.effects())
                .singleElement()
                .satisfies(effect -> {
                    assertThat(effect.kind()).isEqualTo(Kind.RPC_REPLY);
                    assertThat(effect.details()).contains("\"request\":7", "{\\\"a\\\":1}");
                });
        assertThat(ports.replied).isEmpty();
    }

    @Test
    void sendsNothingByTheClientOfANodeAndTellsWhatItWouldSend() {
        node("send", "test.sending", "{}")
                .node("save", "action.save-timeseries")
                .connect("send", "Success", "save");

        TestRunResult result = run(telemetry());

        assertThat(result.effects())
                .extracting(Effect::kind)
                .containsExactly(Kind.EXTERNAL_SEND, Kind.SAVE_TIMESERIES);
        assertThat(result.effects().getFirst().details())
                .contains("broker, topic t", "{\\\"t\\\":21.5}");
    }

    @Test
    void makesNoCallAndAnswersWithTheGivenReply() {
        node(
                        "call",
                        "external.rest-api-call",
                        "{\"restEndpointUrlPattern\":\"http://example.org/${k}\",\"requestMethod\":\"POST\"}")
                .node("save", "action.save-timeseries")
                .connect("call", "Success", "save");

        TestRunResult result =
                run(
                        NodeTester.message("POST_TELEMETRY_REQUEST", "{\"a\":1}", "k", "x"),
                        null,
                        Map.of("call", new Reply(200, Map.of(), "{\"b\":2}")));

        assertThat(result.effects())
                .extracting(Effect::kind)
                .containsExactly(Kind.HTTP_CALL, Kind.SAVE_TIMESERIES);
        assertThat(result.effects().getFirst().details())
                .contains("http://example.org/x")
                .contains("POST")
                .contains("{\\\"a\\\":1}");
        assertThat(result.effects().getLast().details()).contains("\"b\":2");
    }

    @Test
    void goesOnBehindAnAcknowledgement() {
        node("ack", "flow.acknowledge")
                .node("save", "action.save-timeseries")
                .connect("ack", "Success", "save");

        TestRunResult result = run(telemetry());

        assertThat(result.steps()).extracting(Step::name).containsExactly("ack", "save");
        assertThat(result.steps().getLast().after()).isZero();
    }

    @Test
    void goesOnBehindACheckpoint() {
        node("checkpoint", "flow.checkpoint")
                .node("save", "action.save-timeseries")
                .connect("checkpoint", "Success", "save");

        TestRunResult result = run(telemetry());

        assertThat(result.steps()).extracting(Step::name).containsExactly("checkpoint", "save");
        assertThat(result.steps().getLast().after()).isZero();
    }

    @Test
    void endsWhereAMessageBeginsToWaitAndSaysUntilWhen() {
        node("delay", "flow.delay").node("log", "action.log").connect("delay", "Success", "log");

        TestRunResult result = run(telemetry());

        assertThat(result.steps()).extracting(Step::name).containsExactly("delay");
        assertThat(result.effects())
                .singleElement()
                .satisfies(effect -> {
                    assertThat(effect.kind()).isEqualTo(Kind.WAIT);
                    assertThat(effect.details()).contains("\"dueAt\":" + (TestPorts.NOW + 60_000));
                });
    }

    @Test
    void runsThroughTheChainsThatTheChainCalls() {
        ChainNode out =
                new ChainNode(
                        new RuleNodeId(TimeOrderedUuid.next()),
                        "flow.output",
                        "Checked",
                        JsonMapper.shared().createObjectNode(),
                        0,
                        null);
        RuleChainId called = new RuleChainId(TimeOrderedUuid.next());
        chains.save(
                new ChainVersion(
                        NodeTester.TENANT, called, 3, "called", out.id(), List.of(out), List.of()));
        node("call", "flow.rule-chain", "{\"ruleChainId\":\"%s\"}".formatted(called))
                .node("save", "action.save-timeseries")
                .connect("call", "Checked", "save");

        TestRunResult result = run(telemetry());

        assertThat(result.steps())
                .extracting(Step::name)
                .containsExactly("call", "Checked", "save");
        assertThat(result.steps().get(1).version()).isEqualTo(3);
    }

    @Test
    void keepsTheOriginalMetadataInEachStep() {
        filterAndSave();

        TestRunResult result = run(telemetry().withMetadata(Metadata.of("k", "v")));

        assertThat(result.steps()).allMatch(step -> "v".equals(step.input().metadata().get("k")));
    }
}
