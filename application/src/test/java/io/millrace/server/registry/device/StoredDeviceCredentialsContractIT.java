// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.DeviceCredentialsStore;
import io.millrace.rule.store.DeviceCredentialsStore.Credentials;
import io.millrace.rule.store.DeviceCredentialsStoreContract;
import io.millrace.server.registry.assignable.AssignableContent;
import io.millrace.server.registry.assignable.AssignableRepository;
import io.millrace.server.registry.assignable.TypeChoice;
import io.millrace.server.rest.RestServer;
import java.util.Map;
import java.util.UUID;
import org.springframework.core.ParameterizedTypeReference;
import tools.jackson.databind.json.JsonMapper;

class StoredDeviceCredentialsContractIT extends DeviceCredentialsStoreContract {

    private final RestServer server = RestServer.running();
    private final DeviceService devices = server.bean(DeviceService.class);

    @Override
    protected DeviceCredentialsStore store() {
        return server.bean(DeviceCredentialsStore.class);
    }

    @Override
    protected TenantId newTenant() {
        return server.newTenant();
    }

    @Override
    protected DeviceId deviceWith(TenantId owner, Credentials credentials) {
        AssignableContent content =
                AssignableContent.named(
                        "Device " + UUID.randomUUID(),
                        Map.of(DeviceKind.DATA, DeviceKind.defaultData()));
        return devices.with(stored(credentials))
                .create(owner, content, new TypeChoice.Default())
                .id();
    }

    @Override
    protected void change(TenantId owner, DeviceId device, Credentials credentials) {
        Device known =
                server.bean(new ParameterizedTypeReference<AssignableRepository<Device>>() {})
                        .find(owner, device.id())
                        .orElseThrow();
        devices.changeCredentials(known, stored(credentials), null);
    }

    private static CredentialsContent stored(Credentials credentials) {
        if (credentials.type() == DeviceCredentialsStore.Type.ACCESS_TOKEN) {
            return CredentialsContent.accessToken(credentials.value());
        }
        MqttBasic basic = JsonMapper.shared().readValue(credentials.value(), MqttBasic.class);
        return new CredentialsContent(
                CredentialsType.MQTT_BASIC, basic.credentialsId(), credentials.value());
    }
}
