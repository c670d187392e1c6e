// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.cluster;

import io.millrace.message.id.AssetId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TenantProfileId;
import io.millrace.server.chains.restcall.ReplyStored;
import io.millrace.server.chains.rulechain.RuleChainsChanged;
import io.millrace.server.registry.asset.AssetChanged;
import io.millrace.server.registry.assetprofile.AssetProfilesChanged;
import io.millrace.server.registry.device.DeviceChangedElsewhere;
import io.millrace.server.registry.device.DeviceEvent;
import io.millrace.server.registry.deviceprofile.DeviceProfileChanged;
import io.millrace.server.registry.queue.QueuesChanged;
import io.millrace.server.registry.tenant.TenantChanged;
import io.millrace.server.registry.tenant.TenantDeleted;
import io.millrace.server.registry.tenantprofile.TenantProfileChanged;
import io.millrace.server.store.history.MessageWatchesChanged;
import io.millrace.server.web.user.UsersShutOut;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Converts notifications of database triggers to the Spring events that the changes published on their own instance.
 */
final class ChangeEvents {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final ApplicationEventPublisher events;
    private final JdbcClient jdbc;

    ChangeEvents(ApplicationEventPublisher events, JdbcClient jdbc) {
        this.events = events;
        this.jdbc = jdbc;
    }

    /**
     * Publishes the event of a change, unless this instance made the change.
     *
     * @param self the application name of this instance's connections
     * @param payload JSON from the trigger function {@code tell_change}
     */
    void tell(String self, String payload) {
        JsonNode change = JSON.readTree(payload);
        if (self.equals(change.path("by").asString())) {
            return;
        }
        boolean deleted = change.path("op").asString().equals("DELETE");
        UUID id = uuid(change, "id");
        UUID tenant = uuid(change, "tenant");
        String key = change.path("key").isString() ? change.path("key").asString() : null;
        switch (change.path("table").asString()) {
            case "rule_chain" -> publish(new RuleChainsChanged(new TenantId(known(tenant))));
            case "device" -> device(tenant, id, key, deleted);
            case "device_credentials" -> credentials(tenant, id, key, change);
            case "device_profile" ->
                    publish(
                            new DeviceProfileChanged(
                                    new TenantId(known(tenant)), new DeviceProfileId(known(id))));
            case "asset" ->
                    publish(new AssetChanged(new TenantId(known(tenant)), new AssetId(known(id))));
            case "asset_profile" -> publish(new AssetProfilesChanged(new TenantId(known(tenant))));
            case "rest_reply" -> publish(new ReplyStored(known(id)));
            case "queue" -> publish(new QueuesChanged());
            case "message_watch" -> publish(new MessageWatchesChanged());
            case "tenant" -> tenant(new TenantId(known(id)), deleted);
            case "tenant_profile" ->
                    publish(new TenantProfileChanged(new TenantProfileId(known(id))));
            case "user_account", "user_credentials" -> publish(new UsersShutOut());
            default ->
                    throw new IllegalArgumentException(
                            "Unknown table in change notification " + payload);
        }
    }

    private void device(
            @Nullable UUID tenant, @Nullable UUID id, @Nullable String key, boolean deleted) {
        TenantId of = new TenantId(known(tenant));
        DeviceId device = new DeviceId(known(id));
        publish(new DeviceChangedElsewhere(of, device, key));
        publish(
                deleted
                        ? new DeviceEvent.Deleted(of, device)
                        : new DeviceEvent.Changed(of, device));
    }

    /**
     * Publishes the events of changed credentials. Those of a deleted device have no tenant and are ignored, because
     * the device's own deletion is notified too.
     */
    private void credentials(
            @Nullable UUID tenant, @Nullable UUID id, @Nullable String key, JsonNode change) {
        if (tenant == null) {
            return;
        }
        TenantId of = new TenantId(tenant);
        DeviceId device = new DeviceId(known(id));
        publish(new DeviceChangedElsewhere(of, device, key));
        if (change.path("op").asString().equals("UPDATE")) {
            publish(new DeviceChangedElsewhere(of, device, change.path("former").asString()));
            publish(new DeviceEvent.CredentialsChanged(of, device));
        }
    }

    private void tenant(TenantId tenant, boolean deleted) {
        if (deleted) {
            publish(new UsersShutOut());
            publish(new TenantDeleted(tenant));
        } else {
            publish(new TenantChanged(tenant));
        }
    }

    /** Invalidates all caches, after notifications may have been lost. */
    void missed() {
        publish(new QueuesChanged());
        publish(new UsersShutOut());
        publish(new ReplyStored(null));
        publish(new MessageWatchesChanged());
        publish(new DeviceChangedElsewhere(null, null, null));
        jdbc.sql("select id from tenant").query(UUID.class).list().stream()
                .map(TenantId::new)
                .forEach(tenant -> {
                    publish(new TenantChanged(tenant));
                    publish(new RuleChainsChanged(tenant));
                    publish(new AssetProfilesChanged(tenant));
                });
    }

    private void publish(Object event) {
        events.publishEvent(event);
    }

    private static @Nullable UUID uuid(JsonNode change, String field) {
        JsonNode value = change.path(field);
        return value.isString() ? UUID.fromString(value.asString()) : null;
    }

    private static UUID known(@Nullable UUID id) {
        if (id == null) {
            throw new IllegalArgumentException("A change notification has no id");
        }
        return id;
    }
}
