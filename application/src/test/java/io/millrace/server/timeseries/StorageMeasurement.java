// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.timeseries;

import static io.millrace.server.timeseries.TimeseriesFixture.kv;
import static io.millrace.server.timeseries.TimeseriesFixture.point;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.millrace.message.id.EntityId;
import io.millrace.server.groupcommit.CommitLimits;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import org.flywaydb.core.Flyway;

final class StorageMeasurement {
    public static void main(String[] args) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(args[0]);
        config.setUsername(args[1]);
        config.setPassword(args[2]);
        config.setMaximumPoolSize(16);
        HikariDataSource ds = new HikariDataSource(config);
        Flyway.configure().dataSource(ds).load().migrate();
        switch (args[3]) {
            case "write" -> write(ds, Integer.parseInt(args[4]), Integer.parseInt(args[5]));
            case "sparse" -> sparse(ds, Long.parseLong(args[4]));
        }
        System.exit(0);
    }

    static void write(HikariDataSource ds, int writers, int seconds) throws Exception {
        TimeseriesFixture f =
                new TimeseriesFixture(
                        ds,
                        TimeseriesFixture.settings(
                                writers, 10000, 64, Duration.ofSeconds(1), CommitLimits.DEFAULT));
        List<EntityId> devices = new ArrayList<>();
        for (int i = 0; i < 100; i++) devices.add(TimeseriesFixture.newDevice());
        Semaphore room = new Semaphore(20_000);
        long ts = System.currentTimeMillis() - 1_000_000;
        for (int round = 0; round < 2; round++) {
            java.util.concurrent.atomic.LongAdder done =
                    new java.util.concurrent.atomic.LongAdder();
            long start = System.nanoTime();
            long end = start + seconds * 1_000_000_000L;
            long cpu = cpu();
            long n = 0;
            while (System.nanoTime() < end) {
                for (int i = 0; i < 100; i++) {
                    room.acquire();
                    n++;
                    f.write(
                                    devices.get(i),
                                    point(
                                            ts,
                                            kv("temperature", n),
                                            new io.millrace.message.telemetry.KeyValue(
                                                    "humidity",
                                                    new io.millrace.message.telemetry.Value
                                                            .DoubleValue(n * 0.1)),
                                            kv("battery", 77)))
                            .whenComplete((_, e) -> {
                                room.release();
                                if (e == null) done.increment();
                                else e.printStackTrace();
                            });
                }
                ts++;
            }
            room.acquire(20_000);
            room.release(20_000);
            double took = (System.nanoTime() - start) / 1e9;
            System.out.printf(
                    "MEASURED writers=%d msgs=%d %.0f msgs/s, java cpu %.2f us/msg, %s%n",
                    writers,
                    done.sum(),
                    done.sum() / took,
                    (cpu() - cpu) / 1e3 / done.sum(),
                    f.storage.statistics());
        }
        f.close();
        System.out.println(
                "MEASURED bytes "
                        + f.jdbc.queryForObject(
                                "select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent='ts_row'::regclass",
                                Long.class)
                        + " rows "
                        + f.jdbc.queryForObject("select count(*) from ts_row", Long.class));
    }

    static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean)
                        java.lang.management.ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    static void sparse(HikariDataSource ds, long rows) {
        TimeseriesFixture f = new TimeseriesFixture(ds, TimeseriesSettings.DEFAULT);
        long now = System.currentTimeMillis();
        f.save(point(now, kv("dense", 0), kv("other", 0)));
        f.save(point(now, kv("dense", 0), kv("other", 0), kv("rare", 0)));
        long a = System.nanoTime();
        f.jdbc.update(
                "insert into ts_row (entity_id, ts, seq, shape_id, vals) select r.entity_id, r.ts - i * 1000, 2, r.shape_id, r.vals from generate_series(1, ?) as i, ts_row r where entity_id = ? and jsonb_array_length(r.vals) = case when i % 1000 = 0 then 3 else 2 end",
                rows, f.device.id());
        System.out.println("MEASURED filled in s " + (System.nanoTime() - a) / 1e9);
        for (String key : List.of("rare", "dense", "rare", "dense", "rare", "dense")) {
            for (int i = 0; i < 4; i++) {
                long b = System.nanoTime();
                int n =
                        f.storage
                                .reader()
                                .range(
                                        f.tenant,
                                        f.device,
                                        new RangeQuery(
                                                List.of(key),
                                                0,
                                                now + 1,
                                                100,
                                                RangeQuery.Order.DESC))
                                .get(key)
                                .size();
                System.out.printf(
                        "MEASURED %s %d values in %.1f ms%n",
                        key, n, (System.nanoTime() - b) / 1e6);
            }
        }
        f.close();
    }
}
