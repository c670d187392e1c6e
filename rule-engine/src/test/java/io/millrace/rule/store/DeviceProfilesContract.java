// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.alarmrule.AlarmRules;
import io.millrace.rule.store.DeviceProfiles.Profile;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What every {@link DeviceProfiles} must do. */
public abstract class DeviceProfilesContract {

    /** The alarm rules of profiles that have some, as JSON. */
    protected static final String ALARMS =
            "[{\"id\": \"a\", \"alarmType\": \"T\", \"createRules\": {\"MAJOR\": {\"condition\": {\"condition\": []}}}}]";

    private static final AlarmRules RULES = AlarmRules.parse(JsonMapper.shared().readTree(ALARMS));

    private TenantId tenant;

    /** The profiles under test; the same at each call within a test. */
    protected abstract DeviceProfiles profiles();

    /** Makes a profile like the given one, and a device that has it. */
    protected abstract DeviceId deviceWith(TenantId owner, Profile profile);

    /** Gives a device that exists another profile, which is made like the given one. */
    protected abstract void change(TenantId owner, DeviceId device, Profile profile);

    /** A chain of the tenant that a profile may name. */
    protected RuleChainId newChain(TenantId owner) {
        return new RuleChainId(TimeOrderedUuid.next());
    }

    /** A tenant that may own devices. */
    protected TenantId newTenant() {
        return new TenantId(TimeOrderedUuid.next());
    }

    @BeforeEach
    final void makeATenant() {
        tenant = newTenant();
    }

    @Test
    void knowsAPlainProfile() {
        Profile plain = new Profile(newId(), "plain", null, null, AlarmRules.NONE);
        DeviceId device = deviceWith(tenant, plain);

        assertThat(find(tenant, device)).contains(plain);
    }

    @Test
    void knowsChainQueueAndAlarmRulesOfAProfile() {
        Profile full = new Profile(newId(), "full", newChain(tenant), "HighPriority", RULES);
        DeviceId device = deviceWith(tenant, full);

        assertThat(find(tenant, device)).contains(full);
    }

    @Test
    void seesAChangeAtOnce() {
        DeviceId device =
                deviceWith(tenant, new Profile(newId(), "old", null, null, AlarmRules.NONE));
        find(tenant, device);
        Profile changed = new Profile(newId(), "new", null, "HighPriority", RULES);

        change(tenant, device, changed);

        assertThat(find(tenant, device)).contains(changed);
    }

    @Test
    void knowsNoDeviceThatDoesNotExist() {
        assertThat(find(tenant, new DeviceId(TimeOrderedUuid.next()))).isEmpty();
    }

    @Test
    void knowsNoDeviceOfAnotherTenant() {
        DeviceId device =
                deviceWith(tenant, new Profile(newId(), "p", null, null, AlarmRules.NONE));

        assertThat(find(newTenant(), device)).isEmpty();
    }

    private Optional<Profile> find(TenantId owner, DeviceId device) {
        return profiles()
                .of(owner, device)
                .toCompletableFuture()
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }

    private static DeviceProfileId newId() {
        return new DeviceProfileId(TimeOrderedUuid.next());
    }
}
