// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.queue.DeadLetter;
import io.millrace.queue.InFlight;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.store.inflight.InFlightStorage;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.json.JsonMapper;

class DeliveryStorageIT {

    private final DataSource database = TestDatabase.freshDatabase();
    private final JdbcTemplate jdbc = new JdbcTemplate(database);
    private final Transactions transactions = new Transactions(database, new StorageHealth());
    private final InFlightStorage inFlight =
            new InFlightStorage(transactions, CommitLimits.DEFAULT);
    private final DeadLetterStorage deadLetters =
            new DeadLetterStorage(transactions, CommitLimits.DEFAULT);

    @AfterEach
    void close() {
        inFlight.close();
        deadLetters.close();
    }

    @Test
    void givesDeliveriesBackInTheOrderOfTheirAcceptance() {
        List<InFlight> deliveries = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            deliveries.add(new InFlight(TimeOrderedUuid.at(1_000 + i), message("m" + i), i));
        }

        deliveries.reversed().forEach(delivery -> await(inFlight.put(delivery)));

        assertThat(inFlight.all()).isEqualTo(deliveries);
    }

    @Test
    void loadsTheMessagesOfDeliveriesManyAtOnceAndNoneOfThoseThatHaveEnded() {
        Map<UUID, @Nullable RuleMessage> messages = new LinkedHashMap<>();
        for (int i = 0; i < 300; i++) {
            messages.put(TimeOrderedUuid.next(), message("m" + i));
        }
        messages.forEach(
                (id, message) -> await(inFlight.put(new InFlight(id, requireNonNull(message), 0))));
        UUID ended = messages.keySet().iterator().next();
        await(inFlight.remove(ended));

        Map<UUID, CompletionStage<@Nullable RuleMessage>> loaded = new LinkedHashMap<>();
        messages.keySet().forEach(id -> loaded.put(id, inFlight.load(id)));

        messages.put(ended, null);
        loaded.forEach((id, message) -> assertThat(await(message)).isEqualTo(messages.get(id)));
    }

    @Test
    void replacesADeliveryThatIsStoredAgain() {
        UUID id = TimeOrderedUuid.next();
        await(inFlight.put(new InFlight(id, message("first"), 0)));
        InFlight second = new InFlight(id, message("second"), 1);

        await(inFlight.put(second));

        assertThat(inFlight.all()).containsExactly(second);
    }

    @Test
    void forgetsDeliveriesWhetherStoredBeforeOrJustNow() {
        UUID stored = TimeOrderedUuid.next();
        await(inFlight.put(new InFlight(stored, message("m"), 0)));
        List<CompletionStage<Void>> changes = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            UUID id = TimeOrderedUuid.next();
            changes.add(inFlight.put(new InFlight(id, message("m" + i), 0)));
            changes.add(inFlight.remove(id));
        }
        changes.add(inFlight.put(new InFlight(stored, message("m"), 1)));
        changes.add(inFlight.remove(stored));
        changes.add(inFlight.remove(TimeOrderedUuid.next()));

        changes.forEach(DeliveryStorageIT::await);

        assertThat(inFlight.all()).isEmpty();
    }

    @Test
    void keepsADeadLetterWithAllThatAPersonWantsToKnow() {
        RuleChainId chain = new RuleChainId(TimeOrderedUuid.next());
        RuleNodeId first = new RuleNodeId(TimeOrderedUuid.next());
        RuleNodeId second = new RuleNodeId(TimeOrderedUuid.next());
        Hop start = new Hop(null, chain, 3, first, "Success", 12);
        Hop end = new Hop(start, chain, 3, second, "Failure", 34);
        DeadLetter letter =
                new DeadLetter(
                        TimeOrderedUuid.next(),
                        message("payload"),
                        "Main",
                        new Failure("broken \u0000 \ud800", chain, second, "save"),
                        new Path(List.of(end)),
                        4,
                        Instant.parse("2026-11-20T10:00:00Z"),
                        null);

        await(deadLetters.add(letter));
        await(deadLetters.add(letter));

        Map<String, @Nullable Object> row = jdbc.queryForMap("select * from dead_letter");
        assertThat(row)
                .containsEntry("id", letter.deliveryId())
                .containsEntry("tenant_id", letter.message().tenant().id())
                .containsEntry("originator_type", "DEVICE")
                .containsEntry("originator_id", letter.message().originator().id())
                .containsEntry("message_type", "POST_TELEMETRY_REQUEST")
                .containsEntry("queue", "Main")
                .containsEntry("error", "broken \ufffd \ufffd")
                .containsEntry("chain_id", chain.id())
                .containsEntry("node_id", second.id())
                .containsEntry("node_name", "save")
                .containsEntry("attempts", 4)
                .containsEntry("created_at", Timestamp.from(letter.at()));
        assertThat(JsonMapper.shared().readTree(String.valueOf(row.get("path"))))
                .isEqualTo(
                        JsonMapper.shared()
                                .readTree(
                                        """
                                        [[{"chain":"%s","chainVersion":3,"node":"%s","label":"Success","micros":12},
                                          {"chain":"%s","chainVersion":3,"node":"%s","label":"Failure","micros":34}]]\
                                        """
                                                .formatted(chain, first, chain, second)));
    }

    @Test
    void keepsADeadLetterThatNeverReachedANode() {
        DeadLetter letter =
                new DeadLetter(
                        TimeOrderedUuid.next(),
                        message("payload"),
                        "Main",
                        Failure.of("x".repeat(20_000)),
                        Path.EMPTY,
                        1,
                        Instant.now(),
                        null);

        await(deadLetters.add(letter));

        Map<String, @Nullable Object> row = jdbc.queryForMap("select * from dead_letter");
        assertThat(row).containsEntry("chain_id", null).containsEntry("node_name", null);
        assertThat((String) row.get("error")).hasSize(10_001);
    }

    private static RuleMessage message(String payload) {
        return RuleMessage.of(
                new TenantId(new UUID(1, 2)),
                new DeviceId(new UUID(3, 4)).entity(),
                "POST_TELEMETRY_REQUEST",
                Metadata.of(Map.of("deviceName", "d\u0000")),
                Payload.of(payload.getBytes(StandardCharsets.UTF_8)),
                1_763_640_000_000L);
    }

    private static <T extends @Nullable Object> T await(CompletionStage<T> answer) {
        return answer.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }
}
