// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.DeviceCredentialsStore.Credentials;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/**
 * What every {@link DeviceCredentialsStore} must do. Certificates are left out: not every implementation knows devices
 * that have one.
 */
public abstract class DeviceCredentialsStoreContract {

    private static final JsonMapper JSON = JsonMapper.shared();

    private TenantId tenant;

    /** The store under test; the same at each call within a test. */
    protected abstract DeviceCredentialsStore store();

    /** Makes a device that has the credentials. */
    protected abstract DeviceId deviceWith(TenantId owner, Credentials credentials);

    /** Gives a device that exists other credentials. */
    protected abstract void change(TenantId owner, DeviceId device, Credentials credentials);

    /** A tenant that may own devices. */
    protected TenantId newTenant() {
        return new TenantId(TimeOrderedUuid.next());
    }

    @BeforeEach
    final void makeATenant() {
        tenant = newTenant();
    }

    @Test
    void knowsAnAccessToken() {
        Credentials token = newToken();
        DeviceId device = deviceWith(tenant, token);

        assertThat(find(tenant, device)).contains(token);
    }

    @Test
    void knowsUserNameAndPassword() {
        String json =
                "{\"clientId\":\"c-%1$s\",\"userName\":\"u-%1$s\",\"password\":\"secret\"}"
                        .formatted(TimeOrderedUuid.next());
        DeviceId device =
                deviceWith(tenant, new Credentials(DeviceCredentialsStore.Type.MQTT_BASIC, json));

        Credentials found = find(tenant, device).orElseThrow();

        assertThat(found.type()).isEqualTo(DeviceCredentialsStore.Type.MQTT_BASIC);
        assertThat(JSON.readTree(found.value())).isEqualTo(JSON.readTree(json));
    }

    @Test
    void seesAChangeAtOnce() {
        DeviceId device = deviceWith(tenant, newToken());
        find(tenant, device);
        Credentials changed = newToken();

        change(tenant, device, changed);

        assertThat(find(tenant, device)).contains(changed);
    }

    @Test
    void knowsEachDevicesOwn() {
        Credentials first = newToken();
        Credentials second = newToken();
        DeviceId firstDevice = deviceWith(tenant, first);
        DeviceId secondDevice = deviceWith(tenant, second);

        assertThat(find(tenant, firstDevice)).contains(first);
        assertThat(find(tenant, secondDevice)).contains(second);
    }

    @Test
    void knowsNoDeviceThatDoesNotExist() {
        assertThat(find(tenant, new DeviceId(TimeOrderedUuid.next()))).isEmpty();
    }

    @Test
    void knowsNoDeviceOfAnotherTenant() {
        DeviceId device = deviceWith(tenant, newToken());

        assertThat(find(newTenant(), device)).isEmpty();
    }

    private Optional<Credentials> find(TenantId owner, DeviceId device) {
        return store().of(owner, device)
                .toCompletableFuture()
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }

    /** Tokens are unique over all tenants, and at most 32 characters long. */
    private static Credentials newToken() {
        return new Credentials(
                DeviceCredentialsStore.Type.ACCESS_TOKEN,
                TimeOrderedUuid.next().toString().replace("-", ""));
    }
}
