// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.AssetId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.id.UserId;
import io.millrace.rule.store.EntityStore.Entity;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every {@link EntityStore} must do. The port only reads, so the test of an implementation says how to write. */
public abstract class EntityStoreContract {

    private TenantId tenant;

    /** The store under test; the same at each call within a test. */
    protected abstract EntityStore store();

    /** Makes a tenant; titles are different in each test. */
    protected abstract TenantId newTenant(String title);

    /** Makes a customer of the tenant. */
    protected abstract CustomerId newCustomer(TenantId owner, String title);

    /** Adds a user of the customer, or of the tenant if it is null; addresses are different in each test. */
    protected abstract UserId newUser(TenantId owner, @Nullable CustomerId customer, String email);

    /** Makes an asset of the tenant, with a profile that has the name of the type. */
    protected abstract AssetId newAsset(
            TenantId owner, @Nullable CustomerId customer, String name, String type);

    /** Makes a device of the tenant, with a profile that has the name of the type. */
    protected abstract DeviceId newDevice(
            TenantId owner, @Nullable CustomerId customer, String name, String type);

    /** Makes a rule chain of the tenant. */
    protected abstract RuleChainId newRuleChain(TenantId owner, String name);

    /** Assigns a device to a customer, and to no other any more. */
    protected abstract void assign(TenantId owner, DeviceId device, CustomerId customer);

    /** Deletes a device. */
    protected abstract void delete(TenantId owner, DeviceId device);

    @BeforeEach
    final void makeATenant() {
        tenant = newTenant(unique("tenant"));
    }

    @Test
    void knowsTheTenantItself() {
        String title = unique("works");
        TenantId works = newTenant(title);

        Entity found = find(works, works.entity()).orElseThrow();

        assertThat(found.id()).isEqualTo(works.entity());
        assertThat(found.name()).isEqualTo(title);
        assertThat(found.customer()).isNull();
        assertThat(text(found, "id")).isEqualTo(works.id().toString());
        assertThat(text(found, "title")).isEqualTo(title);
    }

    @Test
    void knowsACustomerWhichHasNoCustomerItself() {
        CustomerId customer = newCustomer(tenant, "Dairy");

        Entity found = find(tenant, customer.entity()).orElseThrow();

        assertThat(found.id()).isEqualTo(customer.entity());
        assertThat(found.name()).isEqualTo("Dairy");
        assertThat(found.customer()).isNull();
        assertIds(found);
        assertThat(text(found, "title")).isEqualTo("Dairy");
    }

    @Test
    void knowsAUserOfTheTenant() {
        String email = unique("admin") + "@example.com";
        UserId user = newUser(tenant, null, email);

        Entity found = find(tenant, user.entity()).orElseThrow();

        assertThat(found.id()).isEqualTo(user.entity());
        assertThat(found.name()).isEqualTo(email);
        assertThat(found.customer()).isNull();
        assertIds(found);
        assertThat(text(found, "email")).isEqualTo(email);
    }

    @Test
    void knowsAUserOfACustomer() {
        CustomerId customer = newCustomer(tenant, "Dairy");
        UserId user = newUser(tenant, customer, unique("user") + "@example.com");

        Entity found = find(tenant, user.entity()).orElseThrow();

        assertThat(found.customer()).isEqualTo(customer);
        assertThat(text(found, "customerId")).isEqualTo(customer.toString());
    }

    @Test
    void knowsAnAsset() {
        CustomerId customer = newCustomer(tenant, "Dairy");
        AssetId asset = newAsset(tenant, customer, "Hall 1", "hall");

        Entity found = find(tenant, asset.entity()).orElseThrow();

        assertThat(found.id()).isEqualTo(asset.entity());
        assertThat(found.name()).isEqualTo("Hall 1");
        assertThat(found.customer()).isEqualTo(customer);
        assertIds(found);
        assertThat(text(found, "customerId")).isEqualTo(customer.toString());
        assertThat(text(found, "name")).isEqualTo("Hall 1");
        assertThat(text(found, "type")).isEqualTo("hall");
    }

    @Test
    void knowsADevice() {
        CustomerId customer = newCustomer(tenant, "Dairy");
        DeviceId device = newDevice(tenant, customer, "Boiler 1", "boiler");

        Entity found = find(tenant, device.entity()).orElseThrow();

        assertThat(found.id()).isEqualTo(device.entity());
        assertThat(found.name()).isEqualTo("Boiler 1");
        assertThat(found.customer()).isEqualTo(customer);
        assertIds(found);
        assertThat(text(found, "customerId")).isEqualTo(customer.toString());
        assertThat(text(found, "name")).isEqualTo("Boiler 1");
        assertThat(text(found, "type")).isEqualTo("boiler");
    }

    @Test
    void knowsARuleChain() {
        RuleChainId chain = newRuleChain(tenant, "Checks");

        Entity found = find(tenant, chain.entity()).orElseThrow();

        assertThat(found.id()).isEqualTo(chain.entity());
        assertThat(found.name()).isEqualTo("Checks");
        assertThat(found.customer()).isNull();
        assertIds(found);
        assertThat(text(found, "name")).isEqualTo("Checks");
    }

    @Test
    void knowsEntitiesWithoutACustomer() {
        DeviceId device = newDevice(tenant, null, "Boiler 1", "boiler");
        AssetId asset = newAsset(tenant, null, "Hall 1", "hall");

        assertThat(find(tenant, device.entity()).orElseThrow().customer()).isNull();
        assertThat(find(tenant, asset.entity()).orElseThrow().customer()).isNull();
    }

    @Test
    void seesAnAssignmentAtOnce() {
        DeviceId device = newDevice(tenant, null, "Boiler 1", "boiler");
        find(tenant, device.entity());
        CustomerId customer = newCustomer(tenant, "Dairy");

        assign(tenant, device, customer);

        assertThat(find(tenant, device.entity()).orElseThrow().customer()).isEqualTo(customer);
    }

    @Test
    void knowsNoDeviceThatWasDeleted() {
        DeviceId device = newDevice(tenant, null, "Boiler 1", "boiler");
        find(tenant, device.entity());
        findByName(EntityType.DEVICE, "Boiler 1");

        delete(tenant, device);

        assertThat(find(tenant, device.entity())).isEmpty();
        assertThat(findByName(EntityType.DEVICE, "Boiler 1")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = EntityType.class,
            names = {"TENANT", "CUSTOMER", "USER", "ASSET", "DEVICE", "RULE_CHAIN", "RPC"})
    void knowsNothingThatDoesNotExist(EntityType type) {
        assertThat(find(tenant, new EntityId(type, TimeOrderedUuid.next()))).isEmpty();
    }

    @Test
    void knowsADeviceByItsOwnTypeOnly() {
        DeviceId device = newDevice(tenant, null, "Boiler 1", "boiler");

        assertThat(find(tenant, new EntityId(EntityType.ASSET, device.id()))).isEmpty();
    }

    @Test
    void knowsNothingOfAnotherTenant() {
        CustomerId customer = newCustomer(tenant, "Dairy");
        UserId user = newUser(tenant, null, unique("admin") + "@example.com");
        AssetId asset = newAsset(tenant, null, "Hall 1", "hall");
        DeviceId device = newDevice(tenant, null, "Boiler 1", "boiler");
        RuleChainId chain = newRuleChain(tenant, "Checks");
        TenantId stranger = newTenant(unique("stranger"));

        assertThat(find(stranger, tenant.entity())).isEmpty();
        assertThat(find(stranger, customer.entity())).isEmpty();
        assertThat(find(stranger, user.entity())).isEmpty();
        assertThat(find(stranger, asset.entity())).isEmpty();
        assertThat(find(stranger, device.entity())).isEmpty();
        assertThat(find(stranger, chain.entity())).isEmpty();
    }

    @Test
    void findsByTheExactName() {
        String email = unique("user") + "@example.com";
        CustomerId customer = newCustomer(tenant, "One");
        UserId user = newUser(tenant, customer, email);
        AssetId asset = newAsset(tenant, null, "One", "hall");
        DeviceId device = newDevice(tenant, null, "One", "boiler");

        assertThat(findByName(EntityType.CUSTOMER, "One")).contains(customer.entity());
        assertThat(findByName(EntityType.USER, email)).contains(user.entity());
        assertThat(findByName(EntityType.ASSET, "One")).contains(asset.entity());
        assertThat(findByName(EntityType.DEVICE, "One")).contains(device.entity());
        assertThat(findByName(EntityType.DEVICE, "one")).isEmpty();
        assertThat(findByName(EntityType.DEVICE, "On")).isEmpty();
        assertThat(findByName(EntityType.DEVICE, "")).isEmpty();
    }

    @Test
    void findsNothingByANameThatOnlyAnotherTenantHas() {
        String email = unique("admin") + "@example.com";
        TenantId stranger = newTenant(unique("stranger"));
        newCustomer(stranger, "One");
        newUser(stranger, null, email);
        newAsset(stranger, null, "One", "hall");
        newDevice(stranger, null, "One", "boiler");

        assertThat(findByName(EntityType.CUSTOMER, "One")).isEmpty();
        assertThat(findByName(EntityType.USER, email)).isEmpty();
        assertThat(findByName(EntityType.ASSET, "One")).isEmpty();
        assertThat(findByName(EntityType.DEVICE, "One")).isEmpty();
    }

    @Test
    void findsTheOwnOfTwoTenantsNamesakes() {
        TenantId stranger = newTenant(unique("stranger"));
        newDevice(stranger, null, "Boiler 1", "boiler");
        DeviceId own = newDevice(tenant, null, "Boiler 1", "boiler");

        assertThat(findByName(EntityType.DEVICE, "Boiler 1")).contains(own.entity());
    }

    @Test
    void findsNothingByANameThatNeedNotBeUnique() {
        newRuleChain(tenant, "Checks");

        assertThat(findByName(EntityType.RULE_CHAIN, "Checks")).isEmpty();
    }

    private void assertIds(Entity found) {
        assertThat(text(found, "id")).isEqualTo(found.id().id().toString());
        assertThat(text(found, "tenantId")).isEqualTo(tenant.toString());
        assertThat(found.fields().path("createdTime").isIntegralNumber()).isTrue();
    }

    private static @Nullable String text(Entity entity, String field) {
        return entity.fields().path(field).stringValue(null);
    }

    private Optional<Entity> find(TenantId owner, EntityId id) {
        return await(store().find(owner, id));
    }

    private Optional<EntityId> findByName(EntityType type, String name) {
        return await(store().findByName(tenant, type, name));
    }

    private static String unique(String name) {
        return name + "-" + TimeOrderedUuid.next();
    }

    private static <T> T await(CompletionStage<T> answer) {
        return answer.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }
}
