// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.EntityStore.Entity;
import io.millrace.rule.store.EntityWrites.Found;
import io.millrace.rule.store.EntityWrites.NewEntity;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every {@link EntityWrites} must do. */
public abstract class EntityWritesContract {

    private TenantId tenant;

    /** The writes under test. */
    protected abstract EntityWrites writes();

    /** Reads what they have written. */
    protected abstract EntityStore entities();

    /** A tenant that exists. */
    protected abstract TenantId newTenant();

    @BeforeEach
    final void makeATenant() {
        tenant = newTenant();
    }

    @ParameterizedTest
    @EnumSource(names = {"DEVICE", "ASSET", "CUSTOMER"})
    void createsAnEntityThatIsMissing(EntityType type) {
        Found found = findOrCreate(type, "Hall 1", null);

        assertThat(found.id().type()).isEqualTo(type);
        assertThat(found.created()).isNotNull();
        assertThat(found.created().at("/id/id").asString()).isEqualTo(found.id().id().toString());
        assertThat(found.created().path("name").asString()).isEqualTo("Hall 1");
        assertThat(entity(found.id()).name()).isEqualTo("Hall 1");
        assertThat(entity(found.id()).customer()).isNull();
    }

    @ParameterizedTest
    @EnumSource(names = {"DEVICE", "ASSET", "CUSTOMER"})
    void findsAnEntityThatExists(EntityType type) {
        EntityId id = findOrCreate(type, "Hall 1", null).id();

        assertThat(findOrCreate(type, "Hall 1", "hall")).isEqualTo(new Found(id, null));
    }

    @ParameterizedTest
    @EnumSource(names = {"DEVICE", "ASSET"})
    void givesANewEntityItsProfile(EntityType type) {
        assertThat(typeOf(findOrCreate(type, "One", "hall"))).isEqualTo("hall");
        assertThat(typeOf(findOrCreate(type, "Two", "hall"))).isEqualTo("hall");
        assertThat(typeOf(findOrCreate(type, "Three", null))).isEqualTo("default");
    }

    @ParameterizedTest
    @EnumSource(names = {"DEVICE", "ASSET", "CUSTOMER"})
    void createsOneEntityOfConcurrentCalls(EntityType type) {
        List<CompletableFuture<Found>> calls =
                Stream.generate(() ->
                                writes().findOrCreate(
                                                tenant, new NewEntity(type, "Hall 1", null), null)
                                        .toCompletableFuture())
                        .limit(8)
                        .toList();
        List<Found> found = calls.stream().map(EntityWritesContract::answer).toList();

        assertThat(found).extracting(Found::id).containsOnly(found.getFirst().id());
        assertThat(found).filteredOn(each -> each.created() != null).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"DEVICE", "ASSET"})
    void assignsAnEntityToACustomerAndToAnother(EntityType type) {
        EntityId entity = findOrCreate(type, "Hall 1", null).id();
        CustomerId dairy = customer("Dairy");
        CustomerId bakery = customer("Bakery");

        assign(entity, dairy);
        assign(entity, dairy);
        assertThat(entity(entity).customer()).isEqualTo(dairy);

        assign(entity, bakery);
        assertThat(entity(entity).customer()).isEqualTo(bakery);
    }

    @ParameterizedTest
    @EnumSource(names = {"DEVICE", "ASSET"})
    void unassignsAnEntity(EntityType type) {
        EntityId entity = findOrCreate(type, "Hall 1", null).id();
        assign(entity, customer("Dairy"));

        assign(entity, null);
        assign(entity, null);

        assertThat(entity(entity).customer()).isNull();
    }

    @Test
    void makesOneAssignmentOfConcurrentOnes() {
        EntityId entity = findOrCreate(EntityType.DEVICE, "Hall 1", null).id();
        List<CustomerId> customers =
                Stream.of("A", "B", "C", "D", "E", "F").map(this::customer).toList();

        List<CompletableFuture<Void>> calls =
                customers.stream()
                        .map(customer ->
                                writes().assign(tenant, entity, customer, null)
                                        .toCompletableFuture())
                        .toList();
        calls.forEach(EntityWritesContract::answer);

        assertThat(customers).contains(entity(entity).customer());
    }

    @Test
    void failsToAssignWhatDoesNotExist() {
        EntityId missing = new EntityId(EntityType.DEVICE, TimeOrderedUuid.next());
        CustomerId customer = customer("Dairy");

        assertThatThrownBy(() -> assign(missing, customer)).hasMessageContaining("exist");
    }

    @Test
    void failsToAssignToACustomerThatDoesNotExist() {
        EntityId entity = findOrCreate(EntityType.DEVICE, "Hall 1", null).id();

        assertThatThrownBy(() -> assign(entity, new CustomerId(TimeOrderedUuid.next())))
                .hasMessageContaining("customer");
    }

    private CustomerId customer(String title) {
        return new CustomerId(findOrCreate(EntityType.CUSTOMER, title, null).id().id());
    }

    private Found findOrCreate(EntityType type, String name, @Nullable String profile) {
        return answer(writes().findOrCreate(tenant, new NewEntity(type, name, profile), null));
    }

    private void assign(EntityId entity, @Nullable CustomerId customer) {
        answer(writes().assign(tenant, entity, customer, null));
    }

    private String typeOf(Found found) {
        return entity(found.id()).fields().path("type").asString();
    }

    private Entity entity(EntityId id) {
        return answer(entities().find(tenant, id)).orElseThrow();
    }

    private static <T> T answer(CompletionStage<T> answer) {
        return answer.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }
}
