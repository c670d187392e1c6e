// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static io.millrace.server.store.timeseries.TimeseriesFixture.await;
import static io.millrace.server.store.timeseries.TimeseriesFixture.kv;
import static io.millrace.server.store.timeseries.TimeseriesFixture.point;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.server.platform.groupcommit.ClusterLock;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.platform.settings.RetentionSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/** The retention of time series, with a real database. */
class TimeseriesRetentionIT {

    private static final Logger log = LoggerFactory.getLogger(TimeseriesRetentionIT.class);
    private static final Instant NOW = Instant.parse("2026-06-20T12:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final long HOUR = Duration.ofHours(1).toMillis();

    private final DataSource database = TestDatabase.freshDatabase();
    private final JdbcTemplate jdbc = new JdbcTemplate(database);
    private TimeseriesFixture fixture =
            new TimeseriesFixture(
                    database,
                    TimeseriesFixture.settings(
                            1, 1_000, 4, Duration.ofMillis(10), CommitLimits.DEFAULT),
                    1_000,
                    CLOCK);
    private final RetentionSweep sweep = sweep();

    private RetentionSweep sweep() {
        return new RetentionSweep(
                database,
                new Transactions(database, fixture.health),
                new RetentionSettings(Duration.ofHours(1), 1_000_000),
                CLOCK);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void keepsEverythingForEverUnlessATimeIsSet() throws Exception {
        save(fixture.tenant, fixture.device, 0, daysAgo(3000), daysAgo(1));

        flushAndSweep();

        assertThat(times(fixture.tenant, fixture.device)).hasSize(2);
        assertThat(sweep.statistics().lastRun()).isEqualTo(NOW);
        assertThat(sweep.statistics().rowsDeleted()).isZero();
    }

    @Test
    void deletesValuesWhoseOwnTimeHasEndedAndKeepsLatestValues() throws Exception {
        save(fixture.tenant, fixture.device, 3600, NOW.toEpochMilli() - 2 * HOUR);
        save(fixture.tenant, fixture.device, 3600, NOW.toEpochMilli() - HOUR / 2);
        save(fixture.tenant, fixture.device, 0, NOW.toEpochMilli() - 3 * HOUR);

        flushAndSweep();

        assertThat(times(fixture.tenant, fixture.device))
                .containsExactly(NOW.toEpochMilli() - 3 * HOUR, NOW.toEpochMilli() - HOUR / 2);
        assertThat(sweep.statistics().rowsDeleted()).isEqualTo(1);
        EntityId other = TimeseriesFixture.newDevice();
        save(fixture.tenant, other, 60, daysAgo(1));
        flushAndSweep();
        assertThat(times(fixture.tenant, other)).isEmpty();
        assertThat(fixture.storage.reader().latest(fixture.tenant, other)).containsOnlyKeys("k");
    }

    @Test
    void theShortestOfMessageDeviceProfileAndTenantProfileCounts() throws Exception {
        TenantId tenant = newTenant("20");
        EntityId ofTenant = newDevice(tenant, "0");
        EntityId ofProfile = newDevice(tenant, "10");
        EntityId ofLongProfile = newDevice(tenant, "30");
        long[] all = LongStream.of(25, 15, 7, 3).map(TimeseriesRetentionIT::daysAgo).toArray();
        for (EntityId device : List.of(ofTenant, ofProfile, ofLongProfile)) {
            save(tenant, device, 0, all);
        }
        EntityId ofMessage = newDevice(tenant, "10");
        save(tenant, ofMessage, Duration.ofDays(5).toSeconds(), all);

        flushAndSweep();

        assertThat(times(tenant, ofTenant)).containsExactly(all[1], all[2], all[3]);
        assertThat(times(tenant, ofLongProfile)).containsExactly(all[1], all[2], all[3]);
        assertThat(times(tenant, ofProfile)).containsExactly(all[2], all[3]);
        assertThat(times(tenant, ofMessage)).containsExactly(all[3]);
    }

    @Test
    void aProfileWithoutAUsableTimeSetsNone() throws Exception {
        Map<EntityId, TenantId> kept = new HashMap<>();
        for (String days : List.of("0", "-3", "\"ten\"", "null", "{}")) {
            TenantId tenant = newTenant(days);
            EntityId device = newDevice(tenant, days);
            save(tenant, device, 0, daysAgo(3000));
            kept.put(device, tenant);
        }

        flushAndSweep();

        kept.forEach((device, tenant) -> assertThat(times(tenant, device)).hasSize(1));
    }

    @Test
    void emptiesPartitionsInWhichEverythingIsDueAndWritesToThemGoOn() throws Exception {
        TenantId tenant = newTenant("30");
        EntityId device = newDevice(tenant, "0");
        save(tenant, device, 0, daysAgo(800), daysAgo(400), daysAgo(40), daysAgo(1));

        flushAndSweep();

        assertThat(times(tenant, device)).containsExactly(daysAgo(1));
        assertThat(sweep.statistics().partitionsEmptied()).isEqualTo(2);
        assertThat(sweep.statistics().rowsDeleted()).isEqualTo(1);
        save(tenant, device, 0, daysAgo(400));
        assertThat(times(tenant, device)).containsExactly(daysAgo(400), daysAgo(1));
    }

    @Test
    void aPartitionWithARowThatIsKeptStays() throws Exception {
        TenantId tenant = newTenant("30");
        EntityId device = newDevice(tenant, "0");
        save(tenant, device, 0, daysAgo(800));
        save(fixture.tenant, fixture.device, 0, daysAgo(801));

        flushAndSweep();

        assertThat(times(tenant, device)).isEmpty();
        assertThat(times(fixture.tenant, fixture.device)).containsExactly(daysAgo(801));
        assertThat(sweep.statistics().partitionsEmptied()).isZero();
        assertThat(sweep.statistics().rowsDeleted()).isEqualTo(1);
    }

    @Test
    void aPartitionInUseIsLeftToTheDeletionOfSingleRows() throws Exception {
        TenantId tenant = newTenant("30");
        EntityId device = newDevice(tenant, "0");
        save(tenant, device, 0, daysAgo(800));
        flush();
        try (Connection user = database.getConnection()) {
            user.setAutoCommit(false);
            user.createStatement().execute("lock table ts_row_2024 in row exclusive mode");

            sweep.sweep();

            user.rollback();
        }

        assertThat(times(tenant, device)).isEmpty();
        assertThat(sweep.statistics().partitionsEmptied()).isZero();
        assertThat(sweep.statistics().rowsDeleted()).isEqualTo(1);
    }

    @Test
    void deletesManyRowsInSmallParts() throws Exception {
        long[] many = LongStream.range(0, 2_500).map(i -> daysAgo(2) + i).toArray();
        save(fixture.tenant, fixture.device, 3600, many);
        save(fixture.tenant, fixture.device, 0, many[0] - 1);

        flushAndSweep();

        assertThat(times(fixture.tenant, fixture.device)).containsExactly(many[0] - 1);
        assertThat(sweep.statistics().rowsDeleted()).isEqualTo(2_500);
    }

    @Test
    void rowsWhoseLatestValuesAreNotFlushedStayUntilTheyAre() throws Exception {
        fixture.close();
        fixture = new TimeseriesFixture(database, TimeseriesFixture.NEVER_FLUSHED, 1_000, CLOCK);
        save(fixture.tenant, fixture.device, 60, daysAgo(1));
        save(fixture.tenant, fixture.device, 60, daysAgo(800));

        sweep.sweep();

        assertThat(times(fixture.tenant, fixture.device)).hasSize(2);
        TimeseriesFixture dead = fixture;
        fixture = new TimeseriesFixture(database, TimeseriesFixture.NEVER_FLUSHED, 1_000, CLOCK);
        assertThat(fixture.storage.reader().latest(dead.tenant, dead.device)).containsOnlyKeys("k");
        dead.close();
    }

    @Test
    void oneInstanceSweepsAtATime() throws Exception {
        save(fixture.tenant, fixture.device, 60, daysAgo(1));
        flush();
        new ClusterLock(database, RetentionSweep.LOCK)
                .<SQLException>runIfFree(() -> {
                    sweep.sweep();
                    assertThat(times(fixture.tenant, fixture.device)).hasSize(1);
                });

        sweep.sweep();

        assertThat(times(fixture.tenant, fixture.device)).isEmpty();
    }

    /**
     * Random writes with own times to live, of devices with and without profiles' times, in all kinds of rows, against a
     * plain model of which values are due.
     */
    @Test
    void deletesExactlyWhatAModelSaysIsDue() throws Exception {
        long seed = new Random().nextLong();
        log.info("seed: {}", seed);
        Random random = new Random(seed);
        int[] days = {0, 0, 1, 30, 400};
        int[] ttls = {0, 0, 60, 3600, 86_400, 90_000, 40 * 86_400, 500 * 86_400};
        List<Sensor> sensors = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int ofTenant = days[random.nextInt(days.length)];
            TenantId tenant = newTenant(Integer.toString(ofTenant));
            for (int j = 0; j < 3; j++) {
                int ofProfile = days[random.nextInt(days.length)];
                sensors.add(
                        new Sensor(
                                tenant,
                                newDevice(tenant, Integer.toString(ofProfile)),
                                shortest(ofTenant, ofProfile)));
            }
        }
        Map<Sensor, Map<Long, Boolean>> kept = new HashMap<>();
        List<CompletableFuture<?>> writes = new ArrayList<>();
        Set<Long> ages = new HashSet<>();
        for (int i = 0; i < 2_000; i++) {
            Sensor sensor = sensors.get(random.nextInt(sensors.size()));
            // Every write has a timestamp of its own; some are outside the window.
            long age = (long) Math.pow(10, 3 + random.nextDouble() * 9);
            while (!ages.add(age)) {
                age++;
            }
            long ts = NOW.toEpochMilli() - age;
            int ttl = ttls[random.nextInt(ttls.length)];
            int minutes = TimeToLive.ofSeconds(ttl);
            int setOfKeys = random.nextInt(6);
            KeyValue[] values =
                    IntStream.rangeClosed(0, setOfKeys)
                            .mapToObj(k -> kv("k" + (k == 0 ? "" : k), ts))
                            .toArray(KeyValue[]::new);
            writes.add(
                    fixture.write(write(sensor.tenant(), sensor.device(), ttl, point(ts, values))));
            boolean due = isDue(age, minutes, sensor.days());
            boolean dueInMixedRows = isDue(age, TimeToLive.ofMixedRows(minutes), sensor.days());
            if (due == dueInMixedRows) {
                kept.computeIfAbsent(sensor, _ -> new TreeMap<>()).put(ts, !due);
            }
        }
        await(writes.toArray(CompletableFuture<?>[]::new));
        assertThat(
                        jdbc.queryForObject(
                                "select count(*) from ts_row where shape_id < 0", Long.class))
                .isPositive();

        flushAndSweep();

        kept.forEach((sensor, expected) -> {
            Set<Long> left = Set.copyOf(times(sensor.tenant(), sensor.device()));
            expected.forEach((ts, stays) ->
                    assertThat(left.contains(ts))
                            .as("%s ms old, kept", NOW.toEpochMilli() - ts)
                            .isEqualTo(stays));
        });
        long deleted = sweep.statistics().rowsDeleted();
        sweep.sweep();
        assertThat(sweep.statistics().rowsDeleted()).isEqualTo(deleted);
        assertThat(sweep.statistics().overdue()).isZero();
    }

    /**
     * A device.
     *
     * @param days the shortest time of its profiles; 0 for ever
     */
    private record Sensor(TenantId tenant, EntityId device, int days) {}

    private static boolean isDue(long ageMillis, int ttlMinutes, int profileDays) {
        return (ttlMinutes > 0 && ageMillis > ttlMinutes * 60_000L)
                || (profileDays > 0 && ageMillis > profileDays * DAY);
    }

    private static int shortest(int one, int other) {
        return one == 0 || other == 0 ? one + other : Math.min(one, other);
    }

    private void flushAndSweep() throws SQLException, InterruptedException {
        flush();
        sweep.sweep();
    }

    /** Waits until the latest values of all writes are flushed. */
    private void flush() {
        Awaitility.await()
                .untilAsserted(() ->
                        assertThat(
                                        jdbc.queryForObject(
                                                """
                                                select count(*) from (select seq from ts_row union all
                                                  select seq from ts_row_catch_all) r
                                                join ts_checkpoint c on c.writer = r.seq >> 41 and c.seq < r.seq\
                                                """,
                                                Long.class))
                                .isZero());
    }

    private TenantId newTenant(String days) {
        TenantId tenant = new TenantId(TimeOrderedUuid.next());
        UUID profile = UUID.randomUUID();
        jdbc.update(
                """
                insert into tenant_profile (id, created_time, name, profile_data) values (?, 0, ?,
                  jsonb_build_object('configuration', jsonb_build_object('defaultStorageTtlDays', ?::jsonb)))\
                """,
                profile,
                profile.toString(),
                days);
        jdbc.update(
                "insert into tenant (id, created_time, title, tenant_profile_id) values (?, 0, ?, ?)",
                tenant.id(),
                tenant.toString(),
                profile);
        return tenant;
    }

    private EntityId newDevice(TenantId tenant, String days) {
        EntityId device = TimeseriesFixture.newDevice();
        UUID profile = UUID.randomUUID();
        jdbc.update(
                """
                insert into device_profile (id, created_time, tenant_id, name, profile_data) values (?, 0, ?, ?,
                  jsonb_build_object('configuration', jsonb_build_object('defaultStorageTtlDays', ?::jsonb)))\
                """,
                profile,
                tenant.id(),
                profile.toString(),
                days);
        jdbc.update(
                """
                insert into device (id, created_time, tenant_id, device_profile_id, name) values (?, 0, ?, ?, ?)\
                """,
                device.id(),
                tenant.id(),
                profile,
                device.toString());
        return device;
    }

    private void save(TenantId tenant, EntityId device, long ttl, long... times) {
        TimeseriesPoint[] points =
                LongStream.of(times)
                        .mapToObj(ts -> point(ts, kv("k", ts)))
                        .toArray(TimeseriesPoint[]::new);
        await(fixture.write(write(tenant, device, ttl, points)));
    }

    private static TimeseriesWrite write(
            TenantId tenant, EntityId device, long ttl, TimeseriesPoint... points) {
        return new TimeseriesWrite(tenant, device, List.of(points), true, true, ttl, null, null);
    }

    private List<Long> times(TenantId tenant, EntityId device) {
        return List.copyOf(fixture.history(tenant, device, "k").keySet());
    }

    private static long daysAgo(long days) {
        return NOW.toEpochMilli() - days * DAY;
    }
}
