// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import static io.millrace.server.store.history.HistoryMessages.CHAIN;
import static io.millrace.server.store.history.HistoryMessages.FIRST;
import static io.millrace.server.store.history.HistoryMessages.SECOND;
import static io.millrace.server.store.history.HistoryMessages.ended;
import static io.millrace.server.store.history.HistoryMessages.hop;
import static io.millrace.server.store.history.HistoryMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Hop;
import io.millrace.message.id.TenantId;
import io.millrace.queue.Outcome;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.platform.settings.HistorySettings;
import io.millrace.server.store.history.DebugEventRepository.LimitEvent;
import io.millrace.server.store.history.DebugEventRepository.Period;
import io.millrace.server.store.history.HistoryListener.Cause;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.unit.DataSize;

/** Kept messages in a real database. */
final class HistoryStorageIT {

    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    private static final PageLink PAGE = new PageLink(10, 0, null, null, null);

    private final DataSource database = TestDatabase.freshDatabase();
    private final JdbcClient jdbc = JdbcClient.create(database);
    private final Transactions transactions = new Transactions(database, new StorageHealth());
    private final TenantId tenant = new TenantId(UUID.randomUUID());
    private final Map<Cause, Long> notKept = new ConcurrentHashMap<>();

    private static HistorySettings settings(int perHour) {
        return new HistorySettings(
                Duration.ofDays(3), Duration.ofSeconds(1), perHour, DataSize.ofMegabytes(8));
    }

    private HistoryStorage storage(Transactions written, int perHour) {
        HistoryListener counting =
                new HistoryListener() {
                    @Override
                    public void notKept(Cause cause) {
                        notKept.merge(cause, 1L, Long::sum);
                    }
                };
        return new HistoryStorage(
                written, new HistoryPartitions(), settings(perHour), "one", counting, CLOCK);
    }

    private KeptMessageReader reader() {
        return new KeptMessageReader(jdbc, settings(100), CLOCK);
    }

    private static MessageFilter all(TenantId of) {
        return new MessageFilter(of, 0, Long.MAX_VALUE, null, null, null, null, null, null, null);
    }

    private void keep(HistoryStorage storage, RuleMessage message, Duration age) {
        Hop hop = hop(null, FIRST, "Success", message, message, null);
        storage.keep(
                ended(message, Outcome.DONE, null, NOW.minus(age).toEpochMilli(), hop),
                Set.of(KeptReason.SLOW));
    }

    private static KeptContent content(KeptDelivery kept, @Nullable Integer number) {
        return Objects.requireNonNull(kept.contents().get(number));
    }

    @Test
    void aFailedMessageIsReadWithTheContentsBeforeAndAfterEachNode() {
        RuleMessage start = message(tenant, "{\"a\":\"\u0000 \uD800\"}");
        RuleMessage changed = start.withPayload(Payload.ofText("{\"b\":1}"));
        Hop first = hop(null, FIRST, "Success", start, changed, null);
        Hop second = hop(first, SECOND, "Failure", changed, changed, "no such luck \u0000");
        Failure failure = new Failure("no such luck", CHAIN, SECOND, "Broken");
        try (HistoryStorage storage = storage(transactions, 100)) {
            storage.keep(
                    ended(start, Outcome.DEAD_LETTERED, failure, NOW.toEpochMilli(), second),
                    Set.of(KeptReason.FAILED, KeptReason.WATCHED));
        }

        KeptDelivery kept = reader().of(tenant, start.id()).getFirst();

        assertThat(kept.outcome()).isEqualTo(Outcome.DEAD_LETTERED);
        assertThat(kept.reasons()).containsExactlyInAnyOrder(KeptReason.FAILED, KeptReason.WATCHED);
        assertThat(kept.failure()).isEqualTo(failure);
        assertThat(kept.endedAt()).isEqualTo(NOW.toEpochMilli());
        assertThat(kept.instance()).isEqualTo("one");
        List<KeptDelivery.Visit> branch = kept.branches().getFirst();
        assertThat(branch).hasSize(2);
        assertThat(content(kept, 0).data()).startsWith("{\"a\":\"\uFFFD ");
        assertThat(content(kept, branch.get(0).output()).data()).isEqualTo("{\"b\":1}");
        assertThat(branch.get(1).input()).isEqualTo(branch.get(0).output());
        assertThat(branch.get(1).error()).isEqualTo("no such luck \uFFFD");
        assertThat(content(kept, 0).metadata()).containsEntry("deviceName", "Thermostat");
        assertThat(reader().of(new TenantId(UUID.randomUUID()), start.id())).isEmpty();
    }

    @Test
    void beyondTheLimitOfTheHourMessagesAreCountedAndTheChainHasAnEvent() {
        NotKept counted;
        try (HistoryStorage storage = storage(transactions, 2)) {
            for (int i = 0; i < 5; i++) {
                keep(storage, message(tenant, "{}"), Duration.ZERO);
            }
            keep(storage, message(new TenantId(UUID.randomUUID()), "{}"), Duration.ZERO);
            counted = storage.notKept(tenant);
        }

        assertThat(reader().search(all(tenant), 100)).hasSize(2);
        assertThat(counted).isEqualTo(new NotKept(3, NOW.toEpochMilli()));
        assertThat(notKept).isEqualTo(new EnumMap<>(Map.of(Cause.LIMIT, 3L)));
        assertThat(
                        new DebugEventRepository(jdbc, reader())
                                .limits(tenant, CHAIN, new Period(0, Long.MAX_VALUE), PAGE)
                                .data())
                .extracting(LimitEvent::message)
                .singleElement()
                .asString()
                .contains("limit of 2 kept messages per hour");
    }

    @Test
    void messagesWhoseTimeHasEndedAreNotReadAndTheirDaysAreDropped() throws Exception {
        RuleMessage young = message(tenant, "{}");
        try (HistoryStorage storage = storage(transactions, 100)) {
            keep(storage, message(tenant, "{}"), Duration.ofDays(5));
            keep(storage, message(tenant, "{}"), Duration.ofDays(3).plusMillis(1));
            keep(storage, young, Duration.ofDays(3).minusMillis(1));
        }
        assertThat(rows()).isEqualTo(3);
        assertThat(reader().search(all(tenant), 100))
                .extracting(KeptDelivery::messageId)
                .containsExactly(young.id());

        new HistoryRetention(transactions, new HistoryPartitions(), settings(100), CLOCK).sweep();

        assertThat(rows()).as("the day of the young one is kept as a whole").isEqualTo(2);
        assertThat(partitions())
                .contains("kept_message_20261117", "kept_message_20261121")
                .doesNotContain("kept_message_20261115");
    }

    private long rows() {
        return jdbc.sql("select count(*) from kept_message").query(Long.class).single();
    }

    private List<@Nullable String> partitions() {
        return jdbc.sql(
                        "select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'kept_message'::regclass")
                .query(String.class)
                .list();
    }

    @Test
    void anOutageOfTheDatabaseHoldsNothingUpAndWhatFindsNoRoomIsCounted() {
        DataSource away =
                (DataSource)
                        Proxy.newProxyInstance(
                                DataSource.class.getClassLoader(),
                                new Class<?>[] {DataSource.class},
                                (_, _, _) -> {
                                    throw new SQLException("away", "08001");
                                });
        try (HistoryStorage storage = storage(new Transactions(away, new StorageHealth()), 100)) {
            for (int i = 0; i < 10; i++) {
                keep(storage, message(tenant, "x".repeat(1 << 20)), Duration.ZERO);
            }

            assertThat(notKept)
                    .as("a tenant has a quarter of eight megabytes")
                    .containsEntry(Cause.QUEUE_FULL, 9L);
            keep(storage, message(new TenantId(UUID.randomUUID()), "{}"), Duration.ZERO);
            assertThat(notKept).as("another tenant has room").containsEntry(Cause.QUEUE_FULL, 9L);
            assertThat(storage.bytesQueued()).isGreaterThan(1 << 20);
        }
    }
}
