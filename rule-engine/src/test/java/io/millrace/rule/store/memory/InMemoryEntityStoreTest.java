// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.AssetId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.id.UserId;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.EntityStore.Entity;
import io.millrace.rule.store.EntityStoreContract;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class InMemoryEntityStoreTest extends EntityStoreContract {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final InMemoryEntityStore store = new InMemoryEntityStore();

    @Override
    protected EntityStore store() {
        return store;
    }

    @Override
    protected TenantId newTenant(String title) {
        TenantId tenant = new TenantId(TimeOrderedUuid.next());
        put(tenant, tenant.entity(), title, null, Map.of("title", title));
        return tenant;
    }

    @Override
    protected CustomerId newCustomer(TenantId owner, String title) {
        CustomerId customer = new CustomerId(TimeOrderedUuid.next());
        put(owner, customer.entity(), title, null, Map.of("title", title));
        return customer;
    }

    @Override
    protected UserId newUser(TenantId owner, @Nullable CustomerId customer, String email) {
        UserId user = new UserId(TimeOrderedUuid.next());
        put(owner, user.entity(), email, customer, Map.of("email", email));
        return user;
    }

    @Override
    protected AssetId newAsset(
            TenantId owner, @Nullable CustomerId customer, String name, String type) {
        AssetId asset = new AssetId(TimeOrderedUuid.next());
        put(owner, asset.entity(), name, customer, Map.of("name", name, "type", type));
        return asset;
    }

    @Override
    protected DeviceId newDevice(
            TenantId owner, @Nullable CustomerId customer, String name, String type) {
        DeviceId device = new DeviceId(TimeOrderedUuid.next());
        put(owner, device.entity(), name, customer, Map.of("name", name, "type", type));
        return device;
    }

    @Override
    protected RuleChainId newRuleChain(TenantId owner, String name) {
        RuleChainId chain = new RuleChainId(TimeOrderedUuid.next());
        put(owner, chain.entity(), name, null, Map.of("name", name));
        return chain;
    }

    @Override
    protected void assign(TenantId owner, DeviceId device, CustomerId customer) {
        put(owner, device.entity(), "assigned", customer, Map.of());
    }

    @Override
    protected void delete(TenantId owner, DeviceId device) {
        store.delete(owner, device.entity());
    }

    private void put(
            TenantId owner,
            EntityId id,
            String name,
            @Nullable CustomerId customer,
            Map<String, String> fields) {
        ObjectNode all = JSON.createObjectNode();
        all.put("id", id.id().toString()).put("tenantId", owner.toString()).put("createdTime", 1);
        if (customer != null) {
            all.put("customerId", customer.toString());
        }
        fields.forEach(all::put);
        store.put(owner, new Entity(id, name, customer, all));
    }
}
