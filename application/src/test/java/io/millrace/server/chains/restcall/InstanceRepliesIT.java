// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.restcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.Payload;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.StoreException;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.postgres.TestDatabase;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Two instances over one database. */
class InstanceRepliesIT {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final TestDatabase.Coordinates database = TestDatabase.freshCoordinates();
    private final JdbcClient jdbc =
            JdbcClient.create(
                    new DriverManagerDataSource(
                            database.url(), database.username(), database.password()));
    private final ReplyTable table = new ReplyTable(jdbc);
    private final DatabaseLookups lookups =
            new DatabaseLookups("reply", 4, PATIENCE, new StorageHealth());
    private final TenantId tenant = new TenantId(TimeOrderedUuid.next());
    private final WaitingCalls callsHere = new WaitingCalls(10, 10);
    private final WaitingCalls callsThere = new WaitingCalls(10, 10);
    private final InstanceReplies here =
            new InstanceReplies("here", false, callsHere, table, lookups);
    private final InstanceReplies there =
            new InstanceReplies("there", false, callsThere, table, lookups);

    @AfterEach
    void close() {
        lookups.close();
    }

    private int stored() {
        return jdbc.sql("select count(*) from rest_reply").query(Integer.class).single();
    }

    private void reply(InstanceReplies from, String to, UUID request, String answer)
            throws Exception {
        from.reply(to, request, Payload.ofText(answer))
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void anAnswerOfTheSameInstanceDoesNotPassTheDatabase() throws Exception {
        try (WaitingCalls.Call call = callsHere.begin(tenant)) {
            reply(here, "here", call.id(), "{}");

            assertThat(call.await(PATIENCE)).isEqualTo(Payload.ofText("{}"));
        }
        assertThat(stored()).isZero();
    }

    @Test
    void anAnswerReachesTheInstanceWhereTheCallWaits() throws Exception {
        try (WaitingCalls.Call call = callsThere.begin(tenant)) {
            reply(here, "there", call.id(), "{\"a\":1}");
            here.stored(new ReplyStored(call.id()));
            there.stored(new ReplyStored(call.id()));

            assertThat(call.await(PATIENCE)).isEqualTo(Payload.ofText("{\"a\":1}"));
        }
        assertThat(stored()).isZero();
    }

    @Test
    void anAnswerThatWentUnheardIsFoundLater() throws Exception {
        try (WaitingCalls.Call call = callsThere.begin(tenant)) {
            reply(here, "there", call.id(), "{}");
            there.stored(new ReplyStored(null));

            assertThat(call.await(PATIENCE)).isEqualTo(Payload.ofText("{}"));
        }
    }

    @Test
    void theFirstAnswerCounts() throws Exception {
        try (WaitingCalls.Call call = callsThere.begin(tenant)) {
            reply(here, "there", call.id(), "1");
            reply(here, "there", call.id(), "2");
            there.stored(new ReplyStored(call.id()));

            assertThat(call.await(PATIENCE)).isEqualTo(Payload.ofText("1"));
        }
    }

    @Test
    void repliesThatNoCallTakesAreDeletedInTime() throws Exception {
        UUID old = UUID.randomUUID();
        UUID young = UUID.randomUUID();
        reply(here, "gone", old, "{}");
        jdbc.sql("update rest_reply set created_at = created_at - interval '11 minutes'").update();
        reply(here, "gone", young, "{}");

        assertThat(table.take(old)).isEmpty();
        assertThat(table.take(young)).contains(Payload.ofText("{}"));
        assertThat(table.take(young)).isEmpty();
    }

    @Test
    void theOnlyInstanceRefusesAnswersToAnother() {
        InstanceReplies alone = new InstanceReplies("here", true, callsHere, table, lookups);

        assertThatThrownBy(() -> reply(alone, "there", UUID.randomUUID(), "{}"))
                .hasCauseInstanceOf(StoreException.class)
                .hasMessageContaining(
                        "serviceId: expected the name of this instance, \"here\", got \"there\"");
        assertThat(stored()).isZero();
    }

    @Test
    void aCallThatHasEndedIsNotAnswered() throws Exception {
        UUID request;
        try (WaitingCalls.Call call = callsHere.begin(tenant)) {
            request = call.id();
            assertThatThrownBy(() -> call.await(Duration.ofMillis(1)))
                    .isInstanceOf(TimeoutException.class);
        }

        reply(here, "here", request, "{}");

        assertThat(callsHere.isWaiting(request)).isFalse();
    }
}
