// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.EntityWrites;
import io.millrace.rule.store.EntityWrites.Found;
import io.millrace.rule.store.EntityWrites.NewEntity;
import io.millrace.rule.store.EntityWritesContract;
import io.millrace.server.rest.RestServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StoredEntityWritesContractIT extends EntityWritesContract {

    private final RestServer server = RestServer.running();

    @Override
    protected EntityWrites writes() {
        return server.bean(EntityWrites.class);
    }

    @Override
    protected EntityStore entities() {
        return server.bean(EntityStore.class);
    }

    @Override
    protected TenantId newTenant() {
        return server.newTenant();
    }

    @Test
    void showsACreatedEntityAsRestDoes() {
        TenantId tenant = newTenant();
        NewEntity wanted = new NewEntity(EntityType.DEVICE, "Boiler 1", "boiler");
        Found found = writes().findOrCreate(tenant, wanted, null).toCompletableFuture().join();

        assertThat(found.created())
                .hasToString(
                        server.tenantAdministrator(tenant)
                                .get("/api/device/" + found.id().id())
                                .expect(200)
                                .json()
                                .toString());
    }

    @Test
    void refusesANameThatRestRefuses() {
        NewEntity wanted = new NewEntity(EntityType.CUSTOMER, "Public", null);

        assertThat(writes().findOrCreate(newTenant(), wanted, null).toCompletableFuture())
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .withMessageContaining("title: 'Public' is reserved");
    }
}
