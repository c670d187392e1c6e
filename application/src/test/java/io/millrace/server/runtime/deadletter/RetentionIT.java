// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.settings.DeadLetterSettings;
import io.millrace.server.store.deadletter.DeadLetterListener.Reason;
import io.millrace.server.store.deadletter.LetterClaims;
import io.millrace.server.store.deadletter.LetterClaims.Walk;
import io.millrace.server.store.deadletter.Letters;
import io.millrace.server.store.deadletter.Retention;
import io.millrace.server.store.deadletter.Selection;
import io.millrace.server.store.deadletter.SentLetters;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The retention of dead letters, with a real database. */
final class RetentionIT {

    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    private final TenantId tenant = new TenantId(UUID.randomUUID());
    private final TenantId other = new TenantId(UUID.randomUUID());
    private final Letters letters = new Letters();
    private final Map<Reason, Long> gone = new EnumMap<>(Reason.class);

    @AfterEach
    void close() {
        letters.close();
    }

    private UUID bury(TenantId owner, Duration age) {
        return letters.bury(
                Letters.message(owner, new DeviceId(UUID.randomUUID())), NOW.minus(age));
    }

    private Retention retention(Duration kept, long perTenant) {
        return new Retention(
                letters.transactions,
                new DeadLetterSettings(kept, perTenant),
                (reason, count) -> gone.merge(reason, count, Long::sum),
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @Test
    void deletesWhatIsOlderThanLettersAreKeptAndNothingElse() throws Exception {
        bury(tenant, Duration.ofDays(31));
        bury(other, Duration.ofDays(30).plusMillis(1));
        UUID young = bury(tenant, Duration.ofDays(30).minusMillis(1));
        UUID othersYoung = bury(other, Duration.ZERO);

        retention(Duration.ofDays(30), 1_000).sweep();

        assertThat(letters.all()).containsExactly(young, othersYoung);
        assertThat(gone).containsExactly(Map.entry(Reason.EXPIRED, 2L));
    }

    @Test
    void deletesTheOldestOfATenantThatHasTooMany() throws Exception {
        List<UUID> mine = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            mine.add(bury(tenant, Duration.ofMinutes(10 - i)));
        }
        UUID others = bury(other, Duration.ofDays(1));

        retention(Duration.ofDays(30), 4).sweep();

        assertThat(letters.all())
                .containsExactlyElementsOf(
                        Stream.concat(mine.subList(6, 10).stream(), Stream.of(others)).toList());
        assertThat(gone).containsExactly(Map.entry(Reason.CROWDED_OUT, 6L));
    }

    @Test
    void keepsAsManyAsItMayOfLettersOfTheSameInstant() throws Exception {
        for (int i = 0; i < 5; i++) {
            bury(tenant, Duration.ZERO);
        }

        retention(Duration.ofDays(30), 3).sweep();

        assertThat(letters.all()).hasSize(3);
    }

    @Test
    void deletesMoreThanOneTransactionTakes() throws Exception {
        UUID young = bury(tenant, Duration.ZERO);
        letters.jdbc
                .sql(
                        """
                        insert into dead_letter
                          (id, tenant_id, originator_type, originator_id, message_type, queue, error, attempts, path,
                           message, created_at)
                        select gen_random_uuid(), tenant_id, originator_type, originator_id, message_type, queue, error,
                               attempts, path, message, created_at - interval '40 days'
                          from dead_letter, generate_series(1, 1200)
                        """)
                .update();

        retention(Duration.ofDays(30), 1_000).sweep();

        assertThat(letters.all()).containsExactly(young);
        assertThat(gone).containsExactly(Map.entry(Reason.EXPIRED, 1_200L));
    }

    @Test
    void leavesALetterAloneThatIsBeingSent() throws Exception {
        UUID sending = bury(tenant, Duration.ofDays(31));
        letters.claims.claim(Walk.begin(tenant, Selection.ALL), LetterClaims.BEGINNING);

        retention(Duration.ofDays(30), 1_000).sweep();

        assertThat(letters.all()).containsExactly(sending);
    }

    @Test
    void leavesTheWorkToAnotherInstanceThatIsAtIt() throws Exception {
        UUID old = bury(tenant, Duration.ofDays(31));
        try (Connection another = letters.database.getConnection();
                Statement statement = another.createStatement()) {
            another.setAutoCommit(false);
            statement.execute("select pg_advisory_xact_lock(4, 0)");

            retention(Duration.ofDays(30), 1_000).sweep();

            assertThat(letters.all()).containsExactly(old);
            another.rollback();
        }

        retention(Duration.ofDays(30), 1_000).sweep();

        assertThat(letters.all()).isEmpty();
    }

    @Test
    void theKeeperDeletesOldLettersAndRenewsTheClaimsOfLettersBeingSent() {
        UUID sending = bury(tenant, Duration.ZERO);
        bury(tenant, Duration.ofDays(31));
        try (SentLetters sentLetters = new SentLetters(letters.transactions, (_, _) -> {}, 10);
                DeadLetterKeeper keeper =
                        new DeadLetterKeeper(
                                sentLetters,
                                letters.claims,
                                retention(Duration.ofDays(30), 1_000),
                                Duration.ofMillis(10))) {
            sentLetters.enter(sending);
            keeper.start();

            await().untilAsserted(() -> assertThat(letters.all()).containsExactly(sending));
            await().untilAsserted(() ->
                    assertThat(
                                    letters.jdbc
                                            .sql("select resending_until > now() from dead_letter")
                                            .query(Boolean.class)
                                            .optional())
                            .contains(true));
        }
    }
}
