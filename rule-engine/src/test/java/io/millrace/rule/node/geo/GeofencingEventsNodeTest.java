// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.geo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.memory.InMemoryAttributeStore;
import io.millrace.rule.store.memory.InMemoryAttributeStore.Save;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeofencingEventsNodeTest {

    private static final String INSIDE = "{\"latitude\":1,\"longitude\":1}";
    private static final String OUTSIDE = "{\"latitude\":5,\"longitude\":5}";
    private static final String SQUARE =
            """
            "latitudeKeyName":"latitude","longitudeKeyName":"longitude","perimeterType":"POLYGON",
            "fetchPerimeterInfoFromMessageMetadata":false,"polygonsDefinition":"[[0,0],[0,2],[2,2],[2,0]]",
            "minInsideDuration":1,"minInsideDurationTimeUnit":"MINUTES",
            "minOutsideDuration":5,"minOutsideDurationTimeUnit":"MINUTES",
            """;

    /** As if all messages were parts of one that was split. */
    private static final UUID DELIVERED = TimeOrderedUuid.next();

    private final InMemoryAttributeStore store = new InMemoryAttributeStore();
    private final ManualClock clock = new ManualClock();
    private final NodeDefinition<?> definition = GeofencingEventsNode.definition(store, clock);
    private final NodeIdentity identity = NodeTester.identity("fence");
    private @Nullable Lease lease;

    private static final class ManualClock extends Clock {

        private Instant now = Instant.ofEpochMilli(NodeTester.TS);

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }

        private void advance(Duration by) {
            now = now.plus(by);
        }
    }

    @ParameterizedTest
    @CsvSource({"true,Entered", "false,Left"})
    void tellsAtTheFirstMessageWhereTheOriginatorIs(boolean inside, String label) {
        assertThat(run(node(true), inside ? INSIDE : OUTSIDE)).isEqualTo(label);
    }

    @Test
    void tellsWhenTheOriginatorEntersAndLeaves() {
        RuleNode node = node(true);

        assertThat(run(node, OUTSIDE)).isEqualTo("Left");
        assertThat(run(node, INSIDE)).isEqualTo("Entered");
        assertThat(run(node, INSIDE)).isEqualTo("Inside");
        assertThat(run(node, OUTSIDE)).isEqualTo("Left");
        assertThat(run(node, OUTSIDE)).isEqualTo("Outside");
    }

    @Test
    void tellsOnceThatTheOriginatorHasStayedInsideLongerThanTheMinimum() {
        RuleNode node = node(false);

        assertThat(run(node, INSIDE)).isEqualTo("Entered");
        clock.advance(Duration.ofMinutes(1));
        assertThat(run(node, INSIDE)).isEqualTo("Success");
        clock.advance(Duration.ofMillis(1));
        assertThat(run(node, INSIDE)).isEqualTo("Inside");
        clock.advance(Duration.ofMinutes(10));
        assertThat(run(node, INSIDE)).isEqualTo("Success");
    }

    @Test
    void tellsOnceThatTheOriginatorHasStayedOutsideLongerThanTheMinimum() {
        RuleNode node = node(false);

        assertThat(run(node, OUTSIDE)).isEqualTo("Left");
        clock.advance(Duration.ofMinutes(2));
        assertThat(run(node, OUTSIDE)).isEqualTo("Success");
        clock.advance(Duration.ofMinutes(4));
        assertThat(run(node, OUTSIDE)).isEqualTo("Outside");
        assertThat(run(node, OUTSIDE)).isEqualTo("Success");
    }

    @Test
    void beginsToCountAgainWhenTheOriginatorComesBack() {
        RuleNode node = node(false);
        run(node, INSIDE);
        clock.advance(Duration.ofMinutes(2));
        run(node, INSIDE);
        run(node, OUTSIDE);

        assertThat(run(node, INSIDE)).isEqualTo("Entered");
        assertThat(run(node, INSIDE)).isEqualTo("Success");
        clock.advance(Duration.ofMinutes(2));
        assertThat(run(node, INSIDE)).isEqualTo("Inside");
    }

    @Test
    void followsEachOriginatorByItself() {
        RuleNode node = node(true);
        EntityId other = new DeviceId(TimeOrderedUuid.next()).entity();
        run(node, INSIDE);

        assertThat(run(node, NodeTester.telemetry(INSIDE).withOriginator(other)))
                .isEqualTo("Entered");
        assertThat(run(node, INSIDE)).isEqualTo("Inside");
    }

    @Test
    void keepsThePresenceInAServerAttributeOfTheOriginator() {
        run(node(true), INSIDE);

        Save save = store.saves().getFirst();
        assertThat(store.saves()).hasSize(1);
        assertThat(save.entity()).isEqualTo(NodeTester.DEVICE.entity());
        assertThat(save.scope()).isEqualTo(AttributeScope.SERVER_SCOPE);
        assertThat(save.attributes().getFirst().key()).isEqualTo("geofencing_" + identity.node());
        assertThat(save.attributes().getFirst().value().asJson().asString())
                .startsWith(
                        "{\"inside\":true,\"stateSwitchTime\":%d,\"stayed\":false"
                                .formatted(NodeTester.TS));
    }

    @Test
    void knowsThePresenceAfterARestart() {
        run(node(true), INSIDE);

        assertThat(run(node(true), INSIDE)).isEqualTo("Inside");
        assertThat(run(node(true), OUTSIDE)).isEqualTo("Left");
    }

    @Test
    void readsThePresenceAgainWhenThePartitionComesBack() {
        RuleNode here = node(true);
        RuleNode elsewhere = node(true);
        lease = new Lease("topic", 1, 1);
        run(here, INSIDE);
        lease = new Lease("topic", 1, 2);
        assertThat(run(elsewhere, OUTSIDE)).isEqualTo("Left");

        lease = new Lease("topic", 1, 3);
        assertThat(run(here, OUTSIDE)).isEqualTo("Outside");
    }

    @Test
    void tellsTheSameAtARetryOfAMessage() {
        RuleNode node = node(false);
        RuleMessage enters = NodeTester.telemetry(INSIDE);
        assertThat(run(node, enters)).isEqualTo("Entered");
        assertThat(run(node, enters)).isEqualTo("Entered");
        clock.advance(Duration.ofMinutes(2));

        RuleMessage stays = NodeTester.telemetry(INSIDE);
        assertThat(run(node, stays)).isEqualTo("Inside");
        assertThat(run(node(false), stays)).isEqualTo("Inside");
    }

    @Test
    void failsIfThePresenceCannotBeStored() {
        store.failWith(new StoreException("refused"));
        RuleMessage message = NodeTester.telemetry(INSIDE);

        assertThat(NodeTester.run(node(true), message))
                .isEqualTo(new NodeResult.Failed(message, "refused"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "{\"latitude\":1}", "{\"latitude\":\"x\",\"longitude\":1}"})
    void failsForAMessageWithoutAPosition(String payload) {
        assertThat(NodeTester.run(node(true), NodeTester.telemetry(payload)))
                .isInstanceOf(NodeResult.Failed.class);
        assertThat(store.saves()).isEmpty();
    }

    @Test
    void takesThePerimeterOfTheMessage() {
        RuleNode node =
                create(
                        """
                        {"latitudeKeyName":"latitude","longitudeKeyName":"longitude","perimeterType":"CIRCLE",
                         "fetchPerimeterInfoFromMessageMetadata":true,"perimeterKeyName":"fence",
                         "reportPresenceStatusOnEachMessage":true}\
                        """);
        RuleMessage message =
                NodeTester.message(
                        "POST_TELEMETRY_REQUEST",
                        INSIDE,
                        "fence",
                        "{\"latitude\":1,\"longitude\":1,\"radius\":10}");

        assertThat(run(node, message)).isEqualTo("Entered");
    }

    @Test
    void needsAPerimeter() {
        assertThatThrownBy(() ->
                        create(
                                """
                                {"latitudeKeyName":"a","longitudeKeyName":"b","perimeterType":"CIRCLE",
                                 "fetchPerimeterInfoFromMessageMetadata":false}\
                                """))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("centerLatitude: must be a number");
    }

    @Test
    void reportsOncePerStayInConfigurationsOfTheOldestVersion() {
        assertThat(NodeTester.upgraded(definition, "{}", 0))
                .hasToString("{\"reportPresenceStatusOnEachMessage\":false}");
    }

    private RuleNode node(boolean eachMessage) {
        return create(
                "{%s\"reportPresenceStatusOnEachMessage\":%s}".formatted(SQUARE, eachMessage));
    }

    private RuleNode create(String configuration) {
        return NodeTester.node(definition, configuration, identity);
    }

    private String run(RuleNode node, String position) {
        return run(node, NodeTester.telemetry(position));
    }

    private String run(RuleNode node, RuleMessage message) {
        try {
            NodeResult result = NodeTester.settle(node.process(message, new Call()), message);
            assertThat(result).isInstanceOf(NodeResult.Next.class);
            assertThat(((NodeResult.Next) result).message()).isEqualTo(message);
            return ((NodeResult.Next) result).labels().iterator().next();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private final class Call implements NodeCall {

        private final @Nullable Lease under = lease;

        @Override
        public @Nullable Lease lease() {
            return under;
        }

        @Override
        public @Nullable String idempotencyKey() {
            return null;
        }

        @Override
        public UUID deliveredMessage() {
            return DELIVERED;
        }

        @Override
        public @Nullable EntryPoint entryBehind(String label) {
            return null;
        }
    }
}
