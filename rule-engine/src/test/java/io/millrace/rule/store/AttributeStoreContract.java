// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import static io.millrace.message.telemetry.AttributeScope.CLIENT_SCOPE;
import static io.millrace.message.telemetry.AttributeScope.SERVER_SCOPE;
import static io.millrace.message.telemetry.AttributeScope.SHARED_SCOPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * What every {@link AttributeStore} must do. A key is valid when it is not blank and at most 255 characters long.
 */
public abstract class AttributeStoreContract {

    private static final long TS = 1_763_640_000_000L;
    private static final JsonMapper JSON = JsonMapper.shared();

    private TenantId tenant;
    private EntityId device;

    /** The store under test; the same at each call within a test. */
    protected abstract AttributeStore store();

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
        return TimeseriesStoreContract.values();
    }

    @ParameterizedTest
    @MethodSource("values")
    void givesBackEachValueWithItsTypeAndTime(Value value) {
        save(SERVER_SCOPE, TS, new KeyValue("k", value));

        assertThat(find(SERVER_SCOPE, "k"))
                .containsExactly(new Attribute(new KeyValue("k", value), TS));
    }

    @Test
    void givesBackJsonThatSaysTheSame() {
        String json = "{\"b\":{\"c\":[1,2.5,null,true]},\"a\":\"x\"}";
        save(SERVER_SCOPE, TS, new KeyValue("k", new JsonValue(json)));

        assertThat(find(SERVER_SCOPE, "k"))
                .singleElement()
                .satisfies(found ->
                        assertThat(JSON.readTree(found.keyValue().value().asText()))
                                .isEqualTo(JSON.readTree(json)));
    }

    @Test
    void replacesValueTypeAndTime() {
        save(SERVER_SCOPE, TS, new KeyValue("k", new LongValue(5)));
        save(SERVER_SCOPE, TS + 1, new KeyValue("k", new StringValue("5")));

        assertThat(find(SERVER_SCOPE, "k"))
                .containsExactly(new Attribute(new KeyValue("k", new StringValue("5")), TS + 1));
    }

    @Test
    void keepsTheLastOfSavesThatWereNotWaitedFor() {
        List<CompletableFuture<Void>> answers =
                LongStream.range(0, 200)
                        .mapToObj(i -> write(SERVER_SCOPE, TS, kv("k", i)))
                        .toList();

        answers.forEach(AttributeStoreContract::await);
        assertThat(find(SERVER_SCOPE, "k")).containsExactly(new Attribute(kv("k", 199), TS));
    }

    @Test
    void leavesOtherKeysAlone() {
        save(SERVER_SCOPE, TS, kv("a", 1), kv("b", 2));
        save(SERVER_SCOPE, TS + 1, kv("b", 3));

        assertThat(find(SERVER_SCOPE, "a", "b"))
                .containsExactlyInAnyOrder(
                        new Attribute(kv("a", 1), TS), new Attribute(kv("b", 3), TS + 1));
    }

    @Test
    void keepsScopesApart() {
        save(CLIENT_SCOPE, TS, kv("k", 1));
        save(SHARED_SCOPE, TS, kv("k", 2));

        assertThat(find(CLIENT_SCOPE, "k")).containsExactly(new Attribute(kv("k", 1), TS));
        assertThat(find(SHARED_SCOPE, "k")).containsExactly(new Attribute(kv("k", 2), TS));
        assertThat(find(SERVER_SCOPE, "k")).isEmpty();
    }

    @Test
    void keepsEntitiesApart() {
        save(SERVER_SCOPE, TS, kv("k", 1));

        assertThat(await(store().find(tenant, newDevice(tenant), SERVER_SCOPE, List.of("k"))))
                .isEmpty();
    }

    @Test
    void showsNothingToAnotherTenant() {
        save(SERVER_SCOPE, TS, kv("k", 1));

        assertThat(await(store().find(newTenant(), device, SERVER_SCOPE, List.of("k")))).isEmpty();
    }

    @Test
    void findsOnlyTheKeysThatItIsAskedFor() {
        save(SERVER_SCOPE, TS, kv("a", 1), kv("b", 2));

        assertThat(find(SERVER_SCOPE, "b", "missing"))
                .containsExactly(new Attribute(kv("b", 2), TS));
        assertThat(find(SERVER_SCOPE)).isEmpty();
    }

    @Test
    void takesASaveWithoutAttributes() {
        save(SERVER_SCOPE, TS);

        assertThat(find(SERVER_SCOPE, "k")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("invalidKeys")
    void savesNothingWhereOneKeyIsInvalid(String key) {
        CompletableFuture<Void> refused =
                write(SERVER_SCOPE, TS, kv("good", 1), new KeyValue(key, new BooleanValue(true)));

        assertThat(catchThrowable(() -> await(refused)))
                .hasRootCauseInstanceOf(StoreException.class);
        assertThat(find(SERVER_SCOPE, "good")).isEmpty();
    }

    static Stream<String> invalidKeys() {
        return TimeseriesStoreContract.invalidKeys();
    }

    @Test
    void savesTheNeighboursOfASaveThatItRefuses() {
        CompletableFuture<Void> first = write(SERVER_SCOPE, TS, kv("a", 1));
        CompletableFuture<Void> refused = write(SERVER_SCOPE, TS, kv(" ", 2));
        CompletableFuture<Void> last = write(SERVER_SCOPE, TS, kv("b", 3));

        await(first);
        await(last);
        assertThat(catchThrowable(() -> await(refused)))
                .hasRootCauseInstanceOf(StoreException.class);
        assertThat(find(SERVER_SCOPE, "a", "b")).hasSize(2);
    }

    @Test
    void aSaveThatGivesWayReplacesOlderValuesAndLeavesNewerOnes() {
        save(SERVER_SCOPE, TS, kv("older", 1));
        save(SERVER_SCOPE, TS + 2, kv("newer", 2));

        saveUnlessNewer(TS + 1, kv("older", 3), kv("newer", 3), kv("missing", 3));

        assertThat(find(SERVER_SCOPE, "older", "newer", "missing"))
                .containsExactlyInAnyOrder(
                        new Attribute(kv("older", 3), TS + 1),
                        new Attribute(kv("newer", 2), TS + 2),
                        new Attribute(kv("missing", 3), TS + 1));
    }

    @Test
    void savesThatGiveWayLeaveTheValueOfTheLatestTimeInWhateverOrderTheyArrive() {
        List<Long> times =
                LongStream.range(0, 100).boxed().collect(Collectors.toCollection(ArrayList::new));
        Collections.shuffle(times, new Random(5));
        List<CompletableFuture<Void>> answers =
                times.stream()
                        .map(time ->
                                store().saveUnlessNewer(
                                                tenant,
                                                device,
                                                SERVER_SCOPE,
                                                List.of(kv("k", time)),
                                                TS + time,
                                                Duration.ZERO)
                                        .toCompletableFuture())
                        .toList();

        answers.forEach(AttributeStoreContract::await);
        assertThat(find(SERVER_SCOPE, "k")).containsExactly(new Attribute(kv("k", 99), TS + 99));
    }

    @Test
    void aSaveThatGivesWayReplacesWhatASaveBeforeItHasWrittenIfThatIsOlder() {
        save(SERVER_SCOPE, TS + 5, kv("k", 1));

        CompletableFuture<Void> back = write(SERVER_SCOPE, TS, kv("k", 2));
        saveUnlessNewer(TS + 1, kv("k", 3));

        await(back);
        assertThat(find(SERVER_SCOPE, "k")).containsExactly(new Attribute(kv("k", 3), TS + 1));
    }

    @Test
    void aPatientSaveIsStoredBeforeTheWritesThatFollowIt() {
        CompletableFuture<Void> patient = saveUnlessNewer(TS, Duration.ofHours(1), kv("k", 1));

        save(SERVER_SCOPE, TS, kv("k", 2));

        assertThat(patient).isCompleted();
        assertThat(find(SERVER_SCOPE, "k")).containsExactly(new Attribute(kv("k", 2), TS));
    }

    @Test
    void deletesTheAttributesWithTheKeysInTheScope() {
        save(SERVER_SCOPE, TS, kv("a", 1), kv("b", 2));
        save(SHARED_SCOPE, TS, kv("a", 3));

        await(store().delete(tenant, device, SERVER_SCOPE, List.of("a", "missing"), null));

        assertThat(find(SERVER_SCOPE, "a", "b")).containsExactly(new Attribute(kv("b", 2), TS));
        assertThat(find(SHARED_SCOPE, "a")).containsExactly(new Attribute(kv("a", 3), TS));
    }

    @Test
    void savesAndDeletesInTheOrderOfTheCalls() {
        CompletableFuture<Void> first = write(SERVER_SCOPE, TS, kv("a", 1));
        CompletionStage<Void> deletion =
                store().delete(tenant, device, SERVER_SCOPE, List.of("a"), null);
        CompletableFuture<Void> last = write(SERVER_SCOPE, TS, kv("a", 2));

        await(first);
        await(deletion);
        await(last);
        assertThat(find(SERVER_SCOPE, "a")).containsExactly(new Attribute(kv("a", 2), TS));
        await(store().delete(tenant, device, SERVER_SCOPE, List.of("a"), null));
        assertThat(find(SERVER_SCOPE, "a")).isEmpty();
    }

    private void saveUnlessNewer(long updatedAt, KeyValue... attributes) {
        await(saveUnlessNewer(updatedAt, Duration.ZERO, attributes));
    }

    private CompletableFuture<Void> saveUnlessNewer(
            long updatedAt, Duration patience, KeyValue... attributes) {
        return store().saveUnlessNewer(
                        tenant, device, SERVER_SCOPE, List.of(attributes), updatedAt, patience)
                .toCompletableFuture();
    }

    private void save(AttributeScope scope, long updatedAt, KeyValue... attributes) {
        await(write(scope, updatedAt, attributes));
    }

    private CompletableFuture<Void> write(
            AttributeScope scope, long updatedAt, KeyValue... attributes) {
        return store().save(tenant, device, scope, List.of(attributes), updatedAt)
                .toCompletableFuture();
    }

    private List<Attribute> find(AttributeScope scope, String... keys) {
        return await(store().find(tenant, device, scope, List.of(keys)));
    }

    private static KeyValue kv(String key, long value) {
        return new KeyValue(key, new LongValue(value));
    }

    private static <T> T await(CompletionStage<T> answer) {
        return answer.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }
}
