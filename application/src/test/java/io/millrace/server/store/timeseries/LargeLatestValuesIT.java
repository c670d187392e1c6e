// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static io.millrace.server.store.timeseries.TimeseriesFixture.kv;
import static io.millrace.server.store.timeseries.TimeseriesFixture.point;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.id.EntityId;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.TimeseriesReads.Order;
import io.millrace.rule.store.TimeseriesReads.Range;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.store.answer.AnswerLimit;
import io.millrace.server.store.timeseries.WatchedValues.Found;
import io.millrace.server.store.timeseries.WatchedValues.TooLarge;
import io.millrace.server.store.timeseries.WatchedValues.Values;
import io.millrace.server.store.timeseries.WatchedValues.Watched;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Entities with 3,000 latest values of 200,000 characters, and answers of two megabytes. */
class LargeLatestValuesIT {

    private static final int KEYS = 3_000;
    private static final int LENGTH = 200_000;

    private static TimeseriesFixture f;
    private static TimeseriesReader reader;

    @BeforeAll
    static void open() {
        f =
                new TimeseriesFixture(
                        TestDatabase.freshDatabase(),
                        TimeseriesFixture.NEVER_FLUSHED,
                        new AnswerLimit(2 << 20));
        reader = f.storage.reader();
        f.jdbc.update(
                "insert into key_dictionary (tenant_id, key) select ?, 'k' || n from generate_series(1, ?) n",
                f.tenant.id(),
                KEYS);
        f.jdbc.update(
                "create table long_value as select jsonb_build_array(repeat('x', ?)) as vals",
                LENGTH);
    }

    @AfterAll
    static void close() {
        f.close();
    }

    /** An entity with a number of stored values, which are copied without being compressed again. */
    private static EntityId filled(int values) {
        EntityId entity = TimeseriesFixture.newDevice();
        f.jdbc.update(
                """
                insert into ts_latest (entity_id, shape_id, ts, seq, vals)
                select ?, -id, 1000, 1, v.vals from key_dictionary, long_value v
                 where tenant_id = ? and key like 'k%' order by id limit ?
                """,
                entity.id(), f.tenant.id(), values);
        return entity;
    }

    private static List<String> keys(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(n -> "k" + n).toList();
    }

    private static KeyValue text(String key) {
        return new KeyValue(key, new StringValue("y".repeat(LENGTH)));
    }

    @Test
    void aReadByKeysHasTheseAndAReadOfAllIsRefused() {
        EntityId large = filled(KEYS);

        assertThat(reader.latest(f.tenant, large, List.of("k1", "k2999")))
                .containsOnlyKeys("k1", "k2999");
        assertThat(reader.keys(f.tenant, large)).hasSize(KEYS);
        assertThatThrownBy(() -> reader.latest(f.tenant, large))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "the latest values of %s have more than 2097152 bytes; name the keys that you need",
                        large);
        assertThatThrownBy(() -> reader.latest(f.tenant, large, keys(11)))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "the latest values of %s have more than 2097152 bytes; name fewer keys",
                        large);
    }

    @Test
    void valuesInMemoryCountLikeThoseOfTheTable() {
        EntityId device = filled(8);
        TimeseriesFixture.await(f.write(device, point(2000, text("k1"), text("k2"))));
        assertThat(reader.latest(f.tenant, device)).hasSize(8);

        TimeseriesFixture.await(
                f.write(device, point(2000, text("k9"), text("k10"), kv("number", 1))));
        assertThat(reader.latest(f.tenant, device)).hasSize(11);

        TimeseriesFixture.await(f.write(device, point(2000, text("k11"))));
        assertThat(reader.latest(f.tenant, device, keys(10))).hasSize(10);
        assertThatThrownBy(() -> reader.latest(f.tenant, device))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("2097152 bytes; name the keys");
    }

    @Test
    void manySmallValuesAreReadWhole() {
        EntityId device = TimeseriesFixture.newDevice();
        f.jdbc.update(
                """
                insert into ts_latest (entity_id, shape_id, ts, seq, vals)
                select ?, -id, 1000, 1, jsonb_build_array(id) from key_dictionary where tenant_id = ? and key like 'k%'
                """,
                device.id(), f.tenant.id());

        assertThat(reader.latest(f.tenant, device)).hasSize(KEYS);
        assertThat(reader.latest(f.tenant, device, keys(2000))).hasSize(2000);
    }

    @Test
    void aRangeHasTheSameLimit() {
        EntityId device = TimeseriesFixture.newDevice();
        for (int ts = 1; ts <= 11; ts++) {
            TimeseriesFixture.await(f.write(device, point(ts, text("r"))));
        }

        assertThat(reader.range(f.tenant, device, range(10)).get("r")).hasSize(10);
        assertThatThrownBy(() -> reader.range(f.tenant, device, range(11)))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "the values of the range of %s have more than 2097152 bytes; "
                                + "ask for fewer keys, a shorter range or a lower limit",
                        device);
    }

    private static Range range(int limit) {
        return new Range(List.of("r"), 0, 100, limit, Order.ASC, Aggregation.NONE);
    }

    @Test
    void watchedEntitiesAreReadInPartsAndThoseThatAreTooLargeAreNamed() {
        List<EntityId> entities = new ArrayList<>();
        for (int values : new int[] {4, 4, 4, 0, KEYS, 10, KEYS, 1}) {
            entities.add(filled(values));
        }
        List<Watched> left =
                entities.stream().map(entity -> new Watched(f.tenant, entity.id(), null)).toList();

        List<String> found = new ArrayList<>();
        List<Watched> again = new ArrayList<>();
        while (!left.isEmpty()) {
            Found part = f.storage.watchedValues().changed(left);
            for (WatchedValues.Changed changed : part.changed()) {
                again.add(new Watched(f.tenant, changed.entity(), changed.print()));
                found.add(
                        switch (changed) {
                            case Values values -> values.latest().size() + " values";
                            case TooLarge _ -> "too large";
                        });
            }
            assertThat(part.rest()).hasSizeLessThan(left.size());
            left = part.rest();
        }

        assertThat(found)
                .containsExactly(
                        "4 values",
                        "4 values",
                        "4 values",
                        "0 values",
                        "too large",
                        "10 values",
                        "too large",
                        "1 values");
        assertThat(again)
                .extracting(Watched::entity)
                .isEqualTo(entities.stream().map(EntityId::id).toList());
        assertThat(f.storage.watchedValues().changed(again))
                .isEqualTo(new Found(List.of(), List.of()));
    }

    @Test
    void aWatchedEntityHasChangedAfterEachWriteOfAnAttribute() {
        EntityId entity = filled(1);
        Object[] place = {entity.id(), f.tenant.id()};
        Long print = changed(entity, null);
        for (String write :
                List.of(
                        "insert into attribute (entity_id, scope, key_id, updated_at, val)"
                                + " select ?, 1, id, 1000, '1' from key_dictionary where tenant_id = ? and key = 'k1'",
                        "update attribute set val = '2' where entity_id = ? and ?::uuid is not null",
                        "update attribute set updated_at = 1001 where entity_id = ? and ?::uuid is not null",
                        "delete from attribute where entity_id = ? and ?::uuid is not null")) {
            f.jdbc.update(write, place);
            Long next = changed(entity, print);

            assertThat(next).as(write).isNotNull();
            assertThat(changed(entity, next)).as(write).isNull();
            print = next;
        }
    }

    /** Returns the new fingerprint; null if the entity has not changed. */
    private static @Nullable Long changed(EntityId entity, @Nullable Long print) {
        return f
                .storage
                .watchedValues()
                .changed(List.of(new Watched(f.tenant, entity.id(), print)))
                .changed()
                .stream()
                .map(WatchedValues.Changed::print)
                .findFirst()
                .orElse(null);
    }
}
