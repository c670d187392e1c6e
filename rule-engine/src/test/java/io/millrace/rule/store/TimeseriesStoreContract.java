// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * What every {@link TimeseriesStore} must do. The port only writes, so the test of an implementation says how to read.
 * A key is valid when it is not blank and at most 255 characters long.
 */
public abstract class TimeseriesStoreContract {

    private static final long TS = 1_763_640_000_000L;
    private static final JsonMapper JSON = JsonMapper.shared();

    private TenantId tenant;
    private EntityId device;

    /** A value and its time stamp. */
    public record Sample(long ts, Value value) {}

    /** The store under test; the same at each call within a test. */
    protected abstract TimeseriesStore store();

    /** All values of a key in the history, by time stamp. */
    protected abstract SortedMap<Long, Value> history(TenantId owner, EntityId entity, String key);

    /** The latest value of each key of an entity. */
    protected abstract Map<String, Sample> latest(TenantId owner, EntityId entity);

    /** The message that brought the value of a key in the history; empty if none did. */
    protected abstract Optional<UUID> message(TenantId owner, EntityId entity, String key, long ts);

    /** A tenant that the store accepts. */
    protected TenantId newTenant() {
        return new TenantId(TimeOrderedUuid.next());
    }

    /** A device of the tenant that the store accepts. */
    protected EntityId newDevice(TenantId owner) {
        return new DeviceId(TimeOrderedUuid.next()).entity();
    }

    @BeforeEach
    final void makeADevice() {
        tenant = newTenant();
        device = newDevice(tenant);
    }

    static Stream<Value> values() {
        return Stream.of(
                new BooleanValue(true),
                new BooleanValue(false),
                new LongValue(0),
                new LongValue(5),
                new LongValue(Long.MAX_VALUE),
                new LongValue(Long.MIN_VALUE),
                new DoubleValue(5.0),
                new DoubleValue(0.1),
                new DoubleValue(-273.15),
                new DoubleValue(1e300),
                new DoubleValue(Double.MIN_VALUE),
                new StringValue(""),
                new StringValue("5"),
                new StringValue("true"),
                new StringValue("{\"a\":1}"),
                new StringValue("quote \" backslash \\ tab \t line \n bell \u0007"),
                new StringValue("Zürich 東京 🚰"),
                new StringValue("x".repeat(20_000)));
    }

    @ParameterizedTest
    @MethodSource("values")
    void givesBackEachValueWithItsType(Value value) {
        save(point(TS, "k", value));

        assertThat(history(tenant, device, "k")).containsExactly(Map.entry(TS, value));
        assertThat(latest(tenant, device)).containsExactly(Map.entry("k", new Sample(TS, value)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"b\":{\"c\":[1,2.5,null,true]},\"a\":\"x\"}",
                "[[],{\"k\":\"v\"}]"
            })
    void givesBackJsonThatSaysTheSame(String json) {
        save(point(TS, "k", new JsonValue(json)));

        assertThat(history(tenant, device, "k").get(TS))
                .isInstanceOfSatisfying(
                        JsonValue.class,
                        stored ->
                                assertThat(JSON.readTree(stored.value()))
                                        .isEqualTo(JSON.readTree(json)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b", "with space", "ключ", "quote\"s", "back\\slash", "${x}", "A"})
    void keepsKeysAsTheyAre(String key) {
        save(point(TS, key, new LongValue(1)));

        assertThat(latest(tenant, device)).containsOnlyKeys(key);
        assertThat(history(tenant, device, key)).hasSize(1);
    }

    @Test
    void tellsKeysApartByCase() {
        save(
                new TimeseriesPoint(
                        TS,
                        List.of(
                                new KeyValue("Temp", new LongValue(1)),
                                new KeyValue("temp", new LongValue(2)))));

        assertThat(history(tenant, device, "Temp")).containsValue(new LongValue(1)).hasSize(1);
        assertThat(history(tenant, device, "temp")).containsValue(new LongValue(2)).hasSize(1);
    }

    @Test
    void keepsTheLastValueOnceWhereATimeStampRepeats() {
        save(point(TS, "k", new LongValue(1)));
        save(point(TS, "k", new StringValue("two")));

        assertThat(history(tenant, device, "k"))
                .containsExactly(Map.entry(TS, new StringValue("two")));
        assertThat(latest(tenant, device))
                .containsExactly(Map.entry("k", new Sample(TS, new StringValue("two"))));
    }

    @Test
    void keepsOtherKeysOfATimeStampThatRepeats() {
        save(point(TS, "a", new LongValue(1)));
        save(point(TS, "b", new LongValue(2)));

        assertThat(history(tenant, device, "a")).containsOnly(Map.entry(TS, new LongValue(1)));
        assertThat(history(tenant, device, "b")).containsOnly(Map.entry(TS, new LongValue(2)));
    }

    @Test
    void keepsTheLastOfWritesThatWereNotWaitedFor() {
        List<CompletableFuture<Void>> answers =
                LongStream.range(0, 200)
                        .mapToObj(i -> write(true, true, point(TS, "k", new LongValue(i))))
                        .toList();

        answers.forEach(TimeseriesStoreContract::await);
        assertThat(history(tenant, device, "k")).containsExactly(Map.entry(TS, new LongValue(199)));
        assertThat(latest(tenant, device))
                .containsExactly(Map.entry("k", new Sample(TS, new LongValue(199))));
    }

    @Test
    void storesEveryOneOfManyWritesThatWereNotWaitedFor() {
        List<CompletableFuture<Void>> answers =
                LongStream.range(0, 500)
                        .mapToObj(i -> write(true, true, point(TS + i, "k", new LongValue(i))))
                        .toList();

        answers.forEach(TimeseriesStoreContract::await);
        assertThat(history(tenant, device, "k")).hasSize(500);
        assertThat(latest(tenant, device))
                .containsExactly(Map.entry("k", new Sample(TS + 499, new LongValue(499))));
    }

    @Test
    void decidesTheLatestValueByTimeStampNotByArrival() {
        save(point(TS, "k", new LongValue(1)));
        save(point(TS - 1, "k", new LongValue(2)));

        assertThat(latest(tenant, device))
                .containsExactly(Map.entry("k", new Sample(TS, new LongValue(1))));
        assertThat(history(tenant, device, "k")).containsOnlyKeys(TS - 1, TS);
    }

    @Test
    void decidesTheLatestValueWithinOneWriteToo() {
        save(
                point(TS + 2, "k", new LongValue(3)),
                point(TS, "k", new LongValue(1)),
                point(TS + 1, "k", new LongValue(2)));

        assertThat(latest(tenant, device))
                .containsExactly(Map.entry("k", new Sample(TS + 2, new LongValue(3))));
        assertThat(history(tenant, device, "k")).hasSize(3);
    }

    @Test
    void decidesTheLatestValueOfEachKeyAlone() {
        save(point(TS, "a", new LongValue(1)));
        save(
                new TimeseriesPoint(
                        TS - 5,
                        List.of(
                                new KeyValue("a", new LongValue(2)),
                                new KeyValue("b", new LongValue(3)))));

        assertThat(latest(tenant, device))
                .containsOnly(
                        Map.entry("a", new Sample(TS, new LongValue(1))),
                        Map.entry("b", new Sample(TS - 5, new LongValue(3))));
    }

    @Test
    void leavesTheLatestValueAloneWhenOnlyHistoryIsAskedFor() {
        await(write(true, false, point(TS, "k", new LongValue(1))));

        assertThat(history(tenant, device, "k")).hasSize(1);
        assertThat(latest(tenant, device)).isEmpty();
    }

    @Test
    void leavesTheHistoryAloneWhenOnlyTheLatestValueIsAskedFor() {
        await(write(false, true, point(TS, "k", new LongValue(1))));

        assertThat(history(tenant, device, "k")).isEmpty();
        assertThat(latest(tenant, device)).containsOnlyKeys("k");
    }

    @Test
    void keepsTheMessageThatBroughtAValue() {
        UUID first = TimeOrderedUuid.next();
        UUID second = TimeOrderedUuid.next();
        await(broughtBy(first, point(TS, "k", new LongValue(1)), point(1, "k", new LongValue(2))));
        await(broughtBy(second, point(TS + 1, "k", new LongValue(3))));
        save(point(TS + 2, "k", new LongValue(4)));

        assertThat(message(tenant, device, "k", TS)).contains(first);
        assertThat(message(tenant, device, "k", 1)).contains(first);
        assertThat(message(tenant, device, "k", TS + 1)).contains(second);
        assertThat(message(tenant, device, "k", TS + 2)).isEmpty();
        assertThat(message(tenant, device, "other", TS)).isEmpty();
        assertThat(message(tenant, device, "k", TS + 3)).isEmpty();
    }

    @Test
    void keepsTheMessageOfEachOfManyWritesThatWereNotWaitedFor() {
        List<UUID> messages = Stream.generate(TimeOrderedUuid::next).limit(200).toList();
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            answers.add(broughtBy(messages.get(i), point(TS + i, "k", new LongValue(i))));
        }

        answers.forEach(TimeseriesStoreContract::await);
        for (int i = 0; i < messages.size(); i++) {
            assertThat(message(tenant, device, "k", TS + i)).contains(messages.get(i));
        }
    }

    @Test
    void keepsTheMessageOfTheLastValueWhereATimeStampRepeats() {
        UUID last = TimeOrderedUuid.next();
        await(broughtBy(TimeOrderedUuid.next(), point(TS, "k", new LongValue(1))));
        await(broughtBy(last, point(TS, "k", new LongValue(2))));

        assertThat(message(tenant, device, "k", TS)).contains(last);

        save(point(TS, "k", new LongValue(3)));

        assertThat(message(tenant, device, "k", TS)).isEmpty();
    }

    @Test
    void keepsTheMessageOfOtherKeysOfATimeStampThatRepeats() {
        UUID a = TimeOrderedUuid.next();
        UUID b = TimeOrderedUuid.next();
        await(broughtBy(a, point(TS, "a", new LongValue(1))));
        await(broughtBy(b, point(TS, "b", new LongValue(2))));

        assertThat(message(tenant, device, "a", TS)).contains(a);
        assertThat(message(tenant, device, "b", TS)).contains(b);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 9_999_999_999_999L})
    void takesTimeStampsFarFromNow(long ts) {
        save(point(ts, "k", new LongValue(1)));

        assertThat(history(tenant, device, "k")).containsOnlyKeys(ts);
    }

    @Test
    void keepsEntitiesApart() {
        EntityId other = newDevice(tenant);
        save(point(TS, "k", new LongValue(1)));

        assertThat(history(tenant, other, "k")).isEmpty();
        assertThat(latest(tenant, other)).isEmpty();
    }

    @Test
    void takesAWriteWithoutPoints() {
        save();

        assertThat(latest(tenant, device)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("invalidKeys")
    void storesNothingOfAWriteWithAnInvalidKey(String key) {
        CompletableFuture<Void> refused =
                write(
                        true,
                        true,
                        point(TS, "good", new LongValue(1)),
                        point(TS + 1, key, new LongValue(2)));

        assertThat(catchThrowable(() -> await(refused)))
                .hasRootCauseInstanceOf(StoreException.class);
        assertThat(history(tenant, device, "good")).isEmpty();
        assertThat(latest(tenant, device)).isEmpty();
    }

    static Stream<String> invalidKeys() {
        return Stream.of("", "  ", "k".repeat(256));
    }

    @Test
    void storesTheNeighboursOfAWriteThatItRefuses() {
        List<CompletableFuture<Void>> neighbours = new ArrayList<>();
        neighbours.add(write(true, true, point(TS, "k", new LongValue(1))));
        CompletableFuture<Void> refused = write(true, true, point(TS + 1, "", new LongValue(2)));
        neighbours.add(write(true, true, point(TS + 2, "k", new LongValue(3))));

        neighbours.forEach(TimeseriesStoreContract::await);
        assertThat(catchThrowable(() -> await(refused)))
                .hasRootCauseInstanceOf(StoreException.class);
        assertThat(history(tenant, device, "k")).containsOnlyKeys(TS, TS + 2);
    }

    @ParameterizedTest
    @MethodSource("textsThatSomeDatabasesCannotHold")
    void keepsOrRefusesOddTextAndStoresItsNeighbours(Value odd) {
        CompletableFuture<Void> first = write(true, true, point(TS, "k", new LongValue(1)));
        CompletableFuture<Void> middle = write(true, true, point(TS + 1, "k", odd));
        CompletableFuture<Void> last = write(true, true, point(TS + 2, "k", new LongValue(3)));

        await(first);
        await(last);
        Throwable refusal = catchThrowable(() -> await(middle));
        if (refusal == null) {
            assertThat(history(tenant, device, "k")).containsEntry(TS + 1, odd).hasSize(3);
        } else {
            assertThat(refusal).hasRootCauseInstanceOf(StoreException.class);
            assertThat(history(tenant, device, "k")).containsOnlyKeys(TS, TS + 2);
        }
    }

    static Stream<Value> textsThatSomeDatabasesCannotHold() {
        return Stream.of(
                new StringValue("nul \u0000 inside"),
                new StringValue("lonely surrogate \ud800 inside"),
                new JsonValue("{\"a\":\"nul \\u0000 inside\"}"));
    }

    private void save(TimeseriesPoint... points) {
        await(write(true, true, points));
    }

    private CompletableFuture<Void> write(
            boolean history, boolean latest, TimeseriesPoint... points) {
        return store().save(new TimeseriesWrite(tenant, device, List.of(points), history, latest))
                .toCompletableFuture();
    }

    private CompletableFuture<Void> broughtBy(UUID message, TimeseriesPoint... points) {
        return store().save(
                        new TimeseriesWrite(
                                tenant, device, List.of(points), true, true, 0, null, message))
                .toCompletableFuture();
    }

    private static TimeseriesPoint point(long ts, String key, Value value) {
        return new TimeseriesPoint(ts, List.of(new KeyValue(key, value)));
    }

    private static void await(CompletableFuture<Void> answer) {
        answer.orTimeout(30, TimeUnit.SECONDS).join();
    }
}
