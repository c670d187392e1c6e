// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.entity;

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
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.EntityStore.Entity;
import io.millrace.rule.store.EntityStoreContract;
import io.millrace.server.registry.tenant.Tenants;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.user.Authority;
import io.millrace.server.web.user.User;
import io.millrace.server.web.user.UserRepository;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class StoredEntitiesContractIT extends EntityStoreContract {

    private final RestServer server = RestServer.running();
    private final Map<TenantId, RestClient> administrators = new HashMap<>();

    @Override
    protected EntityStore store() {
        return server.bean(EntityStore.class);
    }

    private RestClient admin(TenantId owner) {
        return administrators.computeIfAbsent(owner, server::tenantAdministrator);
    }

    @Override
    protected TenantId newTenant(String title) {
        return server.bean(Tenants.class).create(title).id();
    }

    @Override
    protected CustomerId newCustomer(TenantId owner, String title) {
        return CustomerId.of(save(owner, "/api/customer", Map.of("title", title)));
    }

    @Override
    protected UserId newUser(TenantId owner, @Nullable CustomerId customer, String email) {
        User user =
                new User(
                        new UserId(TimeOrderedUuid.next()),
                        5,
                        owner,
                        customer == null ? IdJson.NO_CUSTOMER : customer,
                        email,
                        customer == null ? Authority.TENANT_ADMIN : Authority.CUSTOMER_USER,
                        null,
                        null,
                        null,
                        1,
                        null);
        server.bean(UserRepository.class).addWithoutPassword(user);
        return user.id();
    }

    @Override
    protected AssetId newAsset(
            TenantId owner, @Nullable CustomerId customer, String name, String type) {
        return AssetId.of(save(owner, "/api/asset", body(customer, name, type)));
    }

    @Override
    protected DeviceId newDevice(
            TenantId owner, @Nullable CustomerId customer, String name, String type) {
        return DeviceId.of(save(owner, "/api/device", body(customer, name, type)));
    }

    private static Map<String, Object> body(
            @Nullable CustomerId customer, String name, String type) {
        Map<String, Object> body = new HashMap<>(Map.of("name", name, "type", type));
        if (customer != null) {
            body.put("customerId", Map.of("id", customer.toString()));
        }
        return body;
    }

    @Override
    protected RuleChainId newRuleChain(TenantId owner, String name) {
        return RuleChainId.of(save(owner, "/api/ruleChain", Map.of("name", name)));
    }

    private String save(TenantId owner, String path, Map<String, Object> body) {
        return admin(owner).post(path, body).expect(200).text("/id/id");
    }

    @Override
    protected void assign(TenantId owner, DeviceId device, CustomerId customer) {
        admin(owner)
                .send("POST", "/api/customer/%s/device/%s".formatted(customer, device), null)
                .expect(200);
    }

    @Override
    protected void delete(TenantId owner, DeviceId device) {
        admin(owner).delete("/api/device/" + device).expect(200);
    }

    @Test
    void showsWhatRestShowsWithEveryIdAsText() {
        TenantId owner = server.newTenant();
        RestClient admin = admin(owner);
        JsonNode device =
                admin.post(
                                "/api/device",
                                """
                                {"name":"A","label":"L","additionalInfo":{"entityType":"DEVICE","id":"x"}}
                                """)
                        .expect(200)
                        .json();

        Entity entity =
                await(store().find(owner, DeviceId.of(device.at("/id/id").stringValue()).entity()))
                        .orElseThrow();

        assertThat(entity.fields().propertyNames()).isEqualTo(device.propertyNames());
        assertThat(entity.fields().path("deviceProfileId"))
                .isEqualTo(device.at("/deviceProfileId/id"));
        assertThat(entity.fields().path("customerId")).isEqualTo(device.at("/customerId/id"));
        assertThat(entity.fields().path("firmwareId").isNull()).isTrue();
        assertThat(entity.fields().path("additionalInfo")).isEqualTo(device.path("additionalInfo"));
    }

    @Test
    void knowsProfilesByIdAndName() {
        TenantId owner = server.newTenant();
        for (EntityType type :
                new EntityType[] {EntityType.DEVICE_PROFILE, EntityType.ASSET_PROFILE}) {
            EntityId profile = await(store().findByName(owner, type, "default")).orElseThrow();

            Entity entity = await(store().find(owner, profile)).orElseThrow();

            assertThat(entity.name()).isEqualTo("default");
            assertThat(entity.customer()).isNull();
            assertThat(entity.fields().path("default").booleanValue()).isTrue();
            assertThat(await(store().find(server.newTenant(), profile))).isEmpty();
        }
    }

    @Test
    void knowsNoTypeThatItDoesNotKeep() {
        EntityId alarm = new EntityId(EntityType.ALARM, TimeOrderedUuid.next());

        assertThat(await(store().find(server.newTenant(), alarm))).isEmpty();
        assertThat(await(store().findByName(server.newTenant(), EntityType.ALARM, "a"))).isEmpty();
    }

    private static <T> T await(CompletionStage<T> answer) {
        return answer.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }
}
