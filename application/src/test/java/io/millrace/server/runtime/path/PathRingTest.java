// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.DeliveryEnd;
import io.millrace.queue.Outcome;
import io.millrace.server.store.history.MessageFilter;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PathRingTest {

    private static final TenantId TENANT = new TenantId(new UUID(1, 1));
    private static final UUID DELIVERY = new UUID(3, 3);
    private static final RuleChainId CHAIN = new RuleChainId(new UUID(2, 2));
    private static final Clock CLOCK =
            Clock.fixed(Instant.ofEpochMilli(1_700_000_000_000L), ZoneOffset.UTC);
    private static final long MEGABYTE = 1 << 20;

    private final PathRing ring = new PathRing(4 * MEGABYTE);

    private static DeliveryEnd end(
            RuleMessage message, Outcome outcome, int attempts, Path path, long nanos) {
        return new DeliveryEnd(
                DELIVERY, message, outcome, null, attempts, path, CLOCK.millis(), nanos);
    }

    private static MessageFilter filter(
            @Nullable EntityId originator,
            @Nullable RuleNodeId node,
            @Nullable Outcome outcome,
            @Nullable String type) {
        return new MessageFilter(
                TENANT, 0, Long.MAX_VALUE, null, originator, null, node, outcome, null, type);
    }

    private List<UUID> searched(MessageFilter filter, int limit) {
        return ring.latest(filter, limit).stream().map(PathRecord::message).toList();
    }

    @Test
    void searchesByOriginatorOutcomeNodeTypeAndTime() {
        RuleMessage one = message(device(1));
        RuleMessage two = message(device(2));
        ring.ended(end(one, Outcome.DONE, 1, path(new Hop(null, CHAIN, 3, node(1), "True", 1)), 1));
        ring.ended(
                end(
                        two,
                        Outcome.DEAD_LETTERED,
                        1,
                        path(new Hop(null, CHAIN, 3, node(2), "Failure", 1)),
                        1));

        assertThat(searched(filter(null, null, null, null), 10))
                .containsExactlyInAnyOrder(one.id(), two.id());
        assertThat(searched(filter(device(1), null, null, null), 10)).containsExactly(one.id());
        assertThat(searched(filter(null, null, Outcome.DEAD_LETTERED, null), 10))
                .containsExactly(two.id());
        assertThat(searched(filter(null, node(1), null, null), 10)).containsExactly(one.id());
        assertThat(searched(filter(null, null, null, "another"), 10)).isEmpty();
        assertThat(
                        searched(
                                new MessageFilter(
                                        TENANT,
                                        0,
                                        CLOCK.millis(),
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null),
                                10))
                .as("ended before")
                .isEmpty();
        assertThat(
                        searched(
                                new MessageFilter(
                                        new TenantId(new UUID(9, 9)),
                                        0,
                                        Long.MAX_VALUE,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null),
                                10))
                .as("of another tenant")
                .isEmpty();
    }

    @Test
    void aSearchReturnsTheLatestFirst() {
        List<RuleMessage> messages =
                LongStream.range(0, 2_000).mapToObj(_ -> message(device(5))).toList();
        for (RuleMessage message : messages) {
            ring.ended(
                    end(
                            message,
                            Outcome.DONE,
                            1,
                            path(new Hop(null, CHAIN, 3, node(1), "True", 1)),
                            1));
        }

        assertThat(searched(filter(device(5), null, null, null), 3))
                .containsExactly(
                        messages.get(1_999).id(),
                        messages.get(1_998).id(),
                        messages.get(1_997).id());
    }

    @Test
    void returnsTheRecordedPaths() {
        RuleMessage message = message(device(1));
        Hop first = new Hop(null, CHAIN, 3, node(1), "True", 12);
        Hop second = new Hop(first, CHAIN, 3, node(2), "Success", 345_678);

        ring.ended(end(message, Outcome.DONE, 2, path(second), 400_000_999));

        assertThat(ring.find(TENANT, message.id()))
                .containsExactly(
                        new PathRecord(
                                DELIVERY,
                                message.id(),
                                TENANT,
                                device(1),
                                "POST_TELEMETRY_REQUEST",
                                Outcome.DONE,
                                2,
                                path(second),
                                CLOCK.millis(),
                                400_000));
    }

    static LongStream seeds() {
        return new Random().longs(10);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void givesBackTreesOfBranches(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            RuleMessage message = message(device(random.nextInt(10)));
            Path path = randomPath(random);
            ring.ended(end(message, Outcome.DEAD_LETTERED, 1, path, 1));

            assertThat(ring.find(TENANT, message.id()))
                    .singleElement()
                    .extracting(PathRecord::path)
                    .isEqualTo(path);
        }
    }

    @Test
    void aUsualTypeOrLabelTakesOneByte() {
        ChunkWriter chunk = new ChunkWriter(PathShard.CHUNK);
        for (String text : List.of("POST_TELEMETRY_REQUEST", "Post telemetry", "Success")) {
            int before = chunk.position();
            chunk.putText(text);
            assertThat(chunk.position() - before).as(text).isEqualTo(1);
        }
        int before = chunk.position();
        chunk.putText("Own");
        assertThat(chunk.position() - before).isEqualTo(4);
    }

    @Test
    void knowsAMessageThatReachedNoNode() {
        RuleMessage message = message(device(1));
        ring.ended(end(message, Outcome.DONE_WITHOUT_EFFECT, 1, Path.EMPTY, 0));

        assertThat(ring.find(TENANT, message.id()))
                .singleElement()
                .extracting(PathRecord::path)
                .isEqualTo(Path.EMPTY);
    }

    @Test
    void showsNothingToAnotherTenant() {
        RuleMessage message = message(device(1));
        ring.ended(end(message, Outcome.DONE, 1, Path.EMPTY, 0));
        TenantId stranger = new TenantId(new UUID(1, 2));

        assertThat(ring.find(stranger, message.id())).isEmpty();
        assertThat(ring.latest(stranger, device(1), 10)).isEmpty();
    }

    @Test
    void forgetsTheOldestWhenItIsFull() {
        Path path = path(new Hop(null, CHAIN, 3, node(1), "Label", 1));
        List<RuleMessage> messages = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            messages.add(message(device(1)));
            ring.ended(end(messages.getLast(), Outcome.DONE, 1, path, 1_000));
        }

        assertThat(ring.find(TENANT, messages.getFirst().id())).isEmpty();
        assertThat(ring.find(TENANT, messages.get(99_000).id())).hasSize(1);
        assertThat(ring.latest(TENANT, device(1), 3))
                .extracting(PathRecord::message)
                .containsExactly(
                        messages.get(99_999).id(),
                        messages.get(99_998).id(),
                        messages.get(99_997).id());
    }

    @Test
    void keepsTheLastHopsOfAMessageThatPassedVeryMany() {
        Hop hop = new Hop(null, CHAIN, 1, node(0), "Success", 0);
        for (int i = 1; i < 1_000; i++) {
            hop = new Hop(hop, CHAIN, 1, node(i), "Success", i);
        }
        RuleMessage message = message(device(1));
        ring.ended(end(message, Outcome.DONE, 1, path(hop), 0));

        Hop last = ring.find(TENANT, message.id()).getFirst().path().branchEnds().getFirst();
        assertThat(Path.hopsTo(last)).hasSize(PathCodec.MOST_HOPS);
        assertThat(last.node()).isEqualTo(node(999));
    }

    @Test
    void keepsNothingWhenItIsOff() {
        PathRing off = new PathRing(0);
        RuleMessage message = message(device(1));
        off.ended(end(message, Outcome.DONE, 1, Path.EMPTY, 0));

        assertThat(off.find(TENANT, message.id())).isEmpty();
    }

    /** Usual labels, and a chain's own: empty, not in ASCII, as long as is kept. */
    private static final List<String> LABELS =
            List.of("Success", "Post telemetry", "Label 1", "", "Grün", "x".repeat(127));

    /** Some branches, each going on from any hop of those before it. */
    private static Path randomPath(Random random) {
        List<Hop> hops = new ArrayList<>();
        List<Hop> ends = new ArrayList<>();
        int branches = 1 + random.nextInt(3);
        for (int branch = 0; branch < branches; branch++) {
            Hop at = hops.isEmpty() ? null : hops.get(random.nextInt(hops.size()));
            int length = (at == null ? 1 : 0) + random.nextInt(5);
            for (int i = 0; i < length; i++) {
                at =
                        new Hop(
                                at,
                                CHAIN,
                                1 + random.nextInt(3),
                                node(random.nextInt(300)),
                                LABELS.get(random.nextInt(LABELS.size())),
                                random.nextLong() >>> (1 + random.nextInt(63)));
                hops.add(at);
            }
            ends.add(at);
        }
        return new Path(ends);
    }

    private static Path path(Hop end) {
        return new Path(List.of(end));
    }

    private static RuleNodeId node(int number) {
        return new RuleNodeId(new UUID(3, number));
    }

    private static EntityId device(int number) {
        return new EntityId(EntityType.DEVICE, new UUID(4, number));
    }

    private static RuleMessage message(EntityId originator) {
        return RuleMessage.of(
                TENANT,
                originator,
                "POST_TELEMETRY_REQUEST",
                Metadata.EMPTY,
                Payload.ofText("{}"),
                0);
    }
}
