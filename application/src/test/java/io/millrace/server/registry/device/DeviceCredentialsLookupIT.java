// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.transport.mqtt.auth.AuthResult;
import io.millrace.transport.mqtt.auth.AuthResult.Accepted;
import io.millrace.transport.mqtt.auth.AuthResult.Refusal;
import io.millrace.transport.mqtt.auth.AuthResult.Refused;
import io.millrace.transport.mqtt.auth.ConnectCredentials;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import tools.jackson.databind.json.JsonMapper;

class DeviceCredentialsLookupIT {

    /** A database whose connections are counted, and that can be slow or away. */
    private static final class Doorkeeper extends DelegatingDataSource {

        private final AtomicInteger opened = new AtomicInteger();
        private volatile CountDownLatch gate = new CountDownLatch(0);
        private volatile boolean away;

        Doorkeeper(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            opened.incrementAndGet();
            try {
                assertThat(gate.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new SQLException(e);
            }
            if (away) {
                throw new SQLTransientConnectionException("the database is away");
            }
            return super.getConnection();
        }
    }

    private final Doorkeeper database = new Doorkeeper(TestDatabase.freshDatabase());
    private final AtomicLong nanos = new AtomicLong();
    private final DatabaseLookups lookups =
            new DatabaseLookups("test", 4, Duration.ofSeconds(20), new StorageHealth());
    private final DeviceCredentialsLookup lookup =
            new DeviceCredentialsLookup(
                    JdbcClient.create(database), new JsonMapper(), lookups, nanos::get);
    private final StoredDeviceAuthenticator authenticator = new StoredDeviceAuthenticator(lookup);

    @BeforeEach
    void storeADevice() {
        JdbcClient jdbc = JdbcClient.create(database);
        UUID tenant = TimeOrderedUuid.next();
        UUID profile = TimeOrderedUuid.next();
        UUID device = TimeOrderedUuid.next();
        jdbc.sql(
                        """
                        insert into tenant (id, created_time, title, tenant_profile_id)
                        select ?, 0, 'T', id from tenant_profile
                        """)
                .param(tenant)
                .update();
        jdbc.sql(
                        """
                        insert into device_profile (id, created_time, tenant_id, name, profile_data)
                        values (?, 0, ?, 'P', '{}')
                        """)
                .params(profile, tenant)
                .update();
        jdbc.sql(
                        """
                        insert into device (id, created_time, tenant_id, device_profile_id, name)
                        values (?, 0, ?, ?, 'D')
                        """)
                .params(device, tenant, profile)
                .update();
        jdbc.sql(
                        """
                        insert into device_credentials (id, created_time, device_id, credentials_type, credentials_id)
                        values (?, 0, ?, 'ACCESS_TOKEN', 'token')
                        """)
                .params(TimeOrderedUuid.next(), device)
                .update();
        database.opened.set(0);
    }

    @AfterEach
    void stop() {
        lookups.close();
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }

    private AuthResult connect(String token) throws Exception {
        return get(
                authenticator
                        .authenticate(
                                new ConnectCredentials(
                                        "c", token, null, new InetSocketAddress("localhost", 1)))
                        .toCompletableFuture());
    }

    @Test
    void manyWhoAskForTheSameAtOnceCostOneQuery() throws Exception {
        database.gate = new CountDownLatch(1);

        List<CompletableFuture<Optional<CredentialedDevice>>> askers =
                IntStream.range(0, 500).mapToObj(_ -> lookup.find("token")).toList();
        database.gate.countDown();

        for (CompletableFuture<Optional<CredentialedDevice>> asker : askers) {
            assertThat(get(asker)).isPresent();
        }
        assertThat(database.opened).hasValue(1);
    }

    @Test
    void lookUpsOfUnknownDevicesLeaveHalfOfThePlacesToOthers() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        database.gate = gate;

        List<CompletableFuture<Optional<CredentialedDevice>>> askers =
                IntStream.range(0, 20).mapToObj(i -> lookup.find("token" + i)).toList();

        await().untilAsserted(() -> assertThat(database.opened).hasValue(2));
        gate.countDown();
        for (CompletableFuture<Optional<CredentialedDevice>> asker : askers) {
            assertThat(get(asker)).isEmpty();
        }
        assertThat(database.opened).hasValue(20);
    }

    /** The cache learns how long to remember an answer just after the asker has it. */
    private void lookUp(String credentialsId) throws Exception {
        get(lookup.find(credentialsId));
        await().until(() ->
                lookup.memoryLeft(credentialsId)
                        .filter(left -> left.compareTo(DeviceCredentialsLookup.MEMORY) <= 0)
                        .isPresent());
    }

    @Test
    void remembersADeviceForAMinuteAndAnUnknownOneForFiveSeconds() throws Exception {
        lookUp("token");
        lookUp("unknown");
        nanos.addAndGet(Duration.ofSeconds(4).toNanos());
        lookUp("token");
        lookUp("unknown");
        assertThat(database.opened).hasValue(2);

        nanos.addAndGet(Duration.ofSeconds(6).toNanos());
        lookUp("unknown");
        assertThat(database.opened).hasValue(3);

        nanos.addAndGet(Duration.ofSeconds(49).toNanos());
        lookUp("token");
        assertThat(database.opened).hasValue(3);

        nanos.addAndGet(Duration.ofSeconds(6).toNanos());
        lookUp("token");
        assertThat(database.opened).hasValue(4);
    }

    @Test
    void anAnswerThatWasOnItsWayWhenItChangedIsNotRemembered() throws Exception {
        database.gate = new CountDownLatch(1);
        CompletableFuture<Optional<CredentialedDevice>> onItsWay = lookup.find("token");
        await().untilAsserted(() -> assertThat(database.opened).hasValue(1));

        lookup.forget("token");
        database.gate.countDown();
        get(onItsWay);
        get(lookup.find("token"));

        assertThat(database.opened).hasValue(2);
    }

    @Test
    void theDevicesOfATenantAreForgottenAndNoOthers() throws Exception {
        TenantId owner = get(lookup.find("token")).orElseThrow().device().tenant();
        lookUp("token");
        lookUp("unknown");
        assertThat(database.opened).hasValue(2);

        lookup.forget(new TenantId(TimeOrderedUuid.next()));
        lookUp("token");
        assertThat(database.opened).hasValue(2);

        lookup.forget(owner);
        lookUp("unknown");
        assertThat(database.opened).hasValue(2);
        lookUp("token");
        assertThat(database.opened).hasValue(3);
    }

    @Test
    void whileATenantIsForgottenAnAnswerOnItsWayIsNotRemembered() throws Exception {
        database.gate = new CountDownLatch(1);
        CompletableFuture<Optional<CredentialedDevice>> onItsWay = lookup.find("token");
        await().untilAsserted(() -> assertThat(database.opened).hasValue(1));

        lookup.forget(new TenantId(TimeOrderedUuid.next()));
        database.gate.countDown();
        get(onItsWay);
        get(lookup.find("token"));

        assertThat(database.opened).hasValue(2);
    }

    @Test
    void whileTheDatabaseIsAwayTheAnswerIsUnavailableAndNeverRefused() throws Exception {
        database.away = true;
        assertThat(connect("token")).isEqualTo(new Refused(Refusal.UNAVAILABLE));
        assertThat(connect("unknown")).isEqualTo(new Refused(Refusal.UNAVAILABLE));

        database.away = false;
        // The cache forgets a failure just after the asker has it.
        await().untilAsserted(() -> assertThat(connect("token")).isInstanceOf(Accepted.class));
        await().untilAsserted(() ->
                assertThat(connect("unknown"))
                        .isEqualTo(new Refused(Refusal.BAD_USER_NAME_OR_PASSWORD)));
    }

    @Test
    void cachedAnswersAreGivenWhileTheDatabaseIsAway() throws Exception {
        assertThat(connect("token")).isInstanceOf(Accepted.class);

        database.away = true;

        assertThat(connect("token")).isInstanceOf(Accepted.class);
    }

    @Test
    void aLookUpThatMayWaitIsAnsweredWhenTheDatabaseIsBack() throws Exception {
        database.away = true;
        CompletableFuture<Integer> answer =
                lookups.runUntilAnswered(
                        TenantId.SYSTEM,
                        () ->
                                JdbcClient.create(database)
                                        .sql("select 1")
                                        .query(Integer.class)
                                        .single());
        await().untilAsserted(() -> assertThat(database.opened).hasValueGreaterThan(1));
        assertThat(answer).isNotDone();

        database.away = false;

        assertThat(get(answer)).isEqualTo(1);
    }
}
