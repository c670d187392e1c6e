// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.script.FakeScripts;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.PendingMessages.Pending;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.memory.InMemoryEntityStore;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

class GeneratorNodeTest {

    private static final Duration PERIOD = Duration.ofSeconds(5);

    private final PendingFixture fixture = new PendingFixture("Emulated");
    private final InMemoryEntityStore entities = new InMemoryEntityStore();
    private final FakeScripts counting = new FakeScripts(GeneratorNodeTest::oneMore);

    @BeforeEach
    void addTheOriginator() {
        entities.put(
                NodeTester.TENANT,
                new EntityStore.Entity(
                        NodeTester.DEVICE.entity(),
                        "Emulated",
                        null,
                        JsonMapper.shared().createObjectNode()));
    }

    /** The former message with its number increased by one. */
    private static Object oneMore(RuleMessage previous) {
        int number = previous.payload().json().path("n").asInt(0) + 1;
        return previous.withType("POST_TELEMETRY_REQUEST")
                .withMetadata(Metadata.of(Map.of("data", "40")))
                .withPayload(Payload.ofText("{\"n\":%d}".formatted(number)));
    }

    private static String configuration(int count) {
        return """
        {"msgCount": %d, "periodInSeconds": 5, "originatorType": "DEVICE", "originatorId": "%s",
         "scriptLang": "TBEL", "tbelScript": "x"}
        """
                .formatted(count, NodeTester.DEVICE);
    }

    private void start(int count, FakeScripts scripts) {
        fixture.start(
                GeneratorNode.definition(scripts, entities, fixture.ports()), configuration(count));
    }

    /** Stores the first tick, as the service does when it saves the chain. */
    private void save() {
        GeneratorTick.First first =
                GeneratorTick.first(
                                NodeTester.TENANT,
                                fixture.identity().chain(),
                                document(fixture.identity().node(), configuration(0)),
                                NodeTester.TS)
                        .orElseThrow();
        var _ =
                fixture.pending.add(
                        first.site(),
                        first.tick().id(),
                        first.tick().message(),
                        first.tick().dueAt(),
                        new PendingMessages.Bound(100, 100),
                        null);
    }

    private static RuleNodeDocument document(RuleNodeId node, String configuration) {
        return new RuleNodeDocument(
                node,
                null,
                null,
                "org.thingsboard.rule.engine.debug.TbMsgGeneratorNode",
                "n",
                null,
                false,
                null,
                2,
                JsonMapper.shared().readTree(configuration),
                null,
                null);
    }

    private List<String> payloads() {
        return fixture.sent.stream().map(message -> message.payload().text()).toList();
    }

    @Test
    void createsAMessageInEachPeriodFromTheOneBefore() {
        start(0, counting);
        save();

        fixture.pass(PERIOD.minusMillis(1));
        assertThat(fixture.sent).isEmpty();
        fixture.pass(Duration.ofMillis(1));
        fixture.pass(PERIOD);

        assertThat(payloads()).containsExactly("{\"n\":1}", "{\"n\":2}");
        assertThat(fixture.sent)
                .allSatisfy(message -> {
                    assertThat(message.originator()).isEqualTo(NodeTester.DEVICE.entity());
                    assertThat(message.type()).isEqualTo("POST_TELEMETRY_REQUEST");
                    assertThat(message.metadata().get("data")).isEqualTo("40");
                    assertThat(message.queue()).isEqualTo("Emulated");
                    assertThat(message.entry()).isEqualTo(fixture.behindTheNode());
                });
        assertThat(fixture.sent).extracting(RuleMessage::id).doesNotHaveDuplicates();
    }

    @Test
    void aMessageHasTheTimeAtWhichItWasCreated() {
        start(0, counting);
        save();

        fixture.pass(PERIOD);
        fixture.pass(PERIOD);

        long start = NodeTester.TS;
        assertThat(fixture.sent)
                .extracting(RuleMessage::ts)
                .containsExactly(start + PERIOD.toMillis(), start + 2 * PERIOD.toMillis());
    }

    @Test
    void aRestartGoesOnWithTheMessageAndTheCountBefore() {
        start(2, counting);
        save();
        fixture.pass(PERIOD);

        start(2, counting);
        fixture.pass(PERIOD);
        fixture.pass(PERIOD);

        assertThat(payloads()).containsExactly("{\"n\":1}", "{\"n\":2}");
        assertThat(fixture.waiting()).as("after the last message").isEmpty();
    }

    @Test
    void aTickThatIsAnnouncedTwiceCreatesOneMessage() {
        start(0, counting);
        save();
        fixture.pass(PERIOD);

        fixture.receive(NodeTester.message(PendingMessages.DUE, "{}"));

        assertThat(payloads()).containsExactly("{\"n\":1}");
    }

    @Test
    void savingTheChainAgainChangesNothingOfARunningGenerator() {
        start(0, counting);
        save();
        fixture.pass(PERIOD);

        save();
        fixture.pass(PERIOD);

        assertThat(payloads()).containsExactly("{\"n\":1}", "{\"n\":2}");
        assertThat(fixture.waiting()).hasSize(1);
    }

    @Test
    void periodsWithoutAnInstanceAreSkipped() {
        start(0, counting);
        save();

        fixture.pass(PERIOD.multipliedBy(100));
        fixture.pass(PERIOD.dividedBy(2));

        assertThat(payloads()).containsExactly("{\"n\":1}");
        assertThat(fixture.waiting())
                .singleElement()
                .satisfies(tick ->
                        assertThat(tick.dueAt())
                                .isEqualTo(NodeTester.TS + PERIOD.multipliedBy(101).toMillis()));
    }

    @Test
    void aScriptThatFailsSendsTheFormerMessageToFailureAndTheNextTickComes() {
        start(0, FakeScripts.answering(new ScriptException("no luck")));
        save();
        fixture.advance(PERIOD);

        NodeResult result = fixture.receive(NodeTester.message(PendingMessages.DUE, "{}"));

        assertThat(result).isInstanceOf(NodeResult.Failed.class);
        assertThat(((NodeResult.Failed) result).error()).isEqualTo("no luck");
        assertThat(fixture.waiting()).extracting(GeneratorTick::number).containsExactly(1L);
    }

    @Test
    void anOriginatorThatDoesNotExistIsAFailure() {
        start(0, counting);
        save();
        entities.delete(NodeTester.TENANT, NodeTester.DEVICE.entity());
        fixture.advance(PERIOD);

        NodeResult result = fixture.receive(NodeTester.message(PendingMessages.DUE, "{}"));

        assertThat(((NodeResult.Failed) result).error())
                .isEqualTo(
                        "the originator %s does not exist".formatted(NodeTester.DEVICE.entity()));
    }

    @Test
    void aMessageIsSentWhenTheQueueHasRoomAgain() {
        start(0, counting);
        save();
        fixture.room = false;
        fixture.pass(PERIOD);
        fixture.pass(PERIOD);
        fixture.room = true;
        fixture.pass(PERIOD);

        assertThat(payloads()).containsExactly("{\"n\":1}", "{\"n\":2}");
        assertThat(fixture.sent)
                .extracting(RuleMessage::ts)
                .as("the first one was made when its tick was due")
                .first()
                .isEqualTo(NodeTester.TS + PERIOD.toMillis());
    }

    @ParameterizedTest
    @EnumSource(Refusal.class)
    void aTickThatTheStoreDoesNotTakeIsRepeatedAndNoMessageIsLostOrSentTwice(Refusal refusal) {
        RefusingStore store = new RefusingStore(fixture.pending);
        fixture.start(
                GeneratorNode.definition(
                        counting,
                        entities,
                        new PendingSites.Ports(
                                store, fixture.ports().intake(), fixture.ports().clock())),
                configuration(2));
        save();
        fixture.advance(PERIOD);
        store.refusal = refusal;

        NodeResult refused = fixture.receive(NodeTester.message(PendingMessages.DUE, "{}"));
        store.refusal = null;
        for (int i = 0; i < 4; i++) {
            fixture.pass(PERIOD);
        }

        assertThat(refused).isInstanceOf(NodeResult.Failed.class);
        assertThat(payloads()).containsExactly("{\"n\":1}", "{\"n\":2}");
        assertThat(fixture.waiting()).as("after the last message").isEmpty();
    }

    private enum Refusal {
        FAILED_ADDITION,
        NO_ROOM,
        FAILED_REMOVAL
    }

    private static final class RefusingStore implements PendingMessages {

        private final PendingMessages store;
        private @Nullable Refusal refusal;

        RefusingStore(PendingMessages store) {
            this.store = store;
        }

        @Override
        public CompletionStage<Boolean> add(
                Site site,
                UUID id,
                RuleMessage message,
                long dueAt,
                Bound bound,
                @Nullable Lease lease) {
            if (refusal == Refusal.FAILED_ADDITION) {
                return CompletableFuture.failedStage(new StoreException("refused"));
            }
            return refusal == Refusal.NO_ROOM
                    ? CompletableFuture.completedStage(false)
                    : store.add(site, id, message, dueAt, bound, lease);
        }

        @Override
        public CompletionStage<List<Pending>> find(Site site) {
            return store.find(site);
        }

        @Override
        public CompletionStage<Void> remove(
                Site site, Collection<UUID> ids, @Nullable Lease lease) {
            return refusal == Refusal.FAILED_REMOVAL
                    ? CompletableFuture.failedStage(new StoreException("refused"))
                    : store.remove(site, ids, lease);
        }

        @Override
        public CompletionStage<Void> postpone(
                Site site, Collection<UUID> ids, long dueAt, @Nullable Lease lease) {
            return store.postpone(site, ids, dueAt, lease);
        }
    }

    @Test
    void aMessageForWhichTheQueueHadNoRoomIsSentAfterARestart() {
        start(0, counting);
        save();
        fixture.room = false;
        fixture.pass(PERIOD);

        start(0, counting);
        fixture.room = true;
        fixture.pass(Duration.ofSeconds(10));

        assertThat(payloads()).containsExactly("{\"n\":1}", "{\"n\":2}");
    }

    @Test
    void ticksOfAFormerOriginatorEnd() {
        save();
        fixture.start(
                GeneratorNode.definition(counting, entities, fixture.ports()),
                "{\"periodInSeconds\": 5, \"originatorType\": \"TENANT\", \"scriptLang\": \"TBEL\", \"tbelScript\": \"x\"}");

        fixture.pass(PERIOD);

        assertThat(fixture.sent).isEmpty();
        assertThat(fixture.waiting()).isEmpty();
    }

    @Test
    void aMessageOfAnotherNodeFails() {
        start(0, counting);

        assertThat(fixture.receive(NodeTester.telemetry("{}")))
                .isInstanceOf(NodeResult.Failed.class);
    }

    @Test
    void refusesOriginatorsThatAreNone() {
        assertThatThrownBy(() ->
                        fixture.start(
                                GeneratorNode.definition(counting, entities, fixture.ports()),
                                configuration(0).replace(NodeTester.DEVICE.toString(), "x")))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("originatorId: must be the id of an entity, not \"x\"");
        assertThatThrownBy(() ->
                        fixture.start(
                                GeneratorNode.definition(counting, entities, fixture.ports()),
                                configuration(0).replace("DEVICE", "ALARM")))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("originatorType: ALARM cannot be the originator of generated messages");
    }

    @Test
    void withoutAnOriginatorTheNodeItselfIsIt() {
        RuleNodeId node = new RuleNodeId(TimeOrderedUuid.next());

        Pending tick =
                GeneratorTick.first(
                                NodeTester.TENANT,
                                new RuleChainId(TimeOrderedUuid.next()),
                                document(node, "{}"),
                                0)
                        .orElseThrow()
                        .tick();

        assertThat(tick.message().originator()).isEqualTo(node.entity());
        assertThat(tick.dueAt()).isEqualTo(1_000);
    }

    @Test
    void olderConfigurationsNameTheirQueueElsewhereAndMayLackAnOriginator() {
        assertThat(
                        NodeTester.upgraded(
                                GeneratorNode.definition(counting, entities, fixture.ports()),
                                "{\"queueName\": \"Main\", \"originatorType\": \"DEVICE\", \"originatorId\": null}",
                                0))
                .isEqualTo(
                        JsonMapper.shared()
                                .readTree(
                                        "{\"originatorType\": \"RULE_NODE\", \"originatorId\": null}"));
    }
}
