// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.alarmrule.AlarmRules;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.rule.store.DeviceProfiles.Profile;
import io.millrace.rule.store.DeviceProfilesContract;
import io.millrace.server.registry.assignable.AssignableContent;
import io.millrace.server.registry.assignable.AssignableEntities;
import io.millrace.server.registry.assignable.AssignableRepository;
import io.millrace.server.registry.assignable.EntityLifecycle;
import io.millrace.server.registry.assignable.TypeChoice;
import io.millrace.server.rest.RestServer;
import java.util.Map;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.jdbc.core.simple.JdbcClient;

class CachedDeviceProfilesContractIT extends DeviceProfilesContract {

    private final RestServer server = RestServer.running();
    private final EntityLifecycle<Device> devices =
            server.bean(new ParameterizedTypeReference<AssignableEntities<Device>>() {})
                    .lifecycle();
    private final AssignableRepository<Device> stored =
            server.bean(new ParameterizedTypeReference<AssignableRepository<Device>>() {});

    @Override
    protected DeviceProfiles profiles() {
        return server.bean(DeviceProfiles.class);
    }

    @Override
    protected TenantId newTenant() {
        return server.newTenant();
    }

    @Override
    protected RuleChainId newChain(TenantId owner) {
        return RuleChainId.of(
                server.tenantAdministrator(owner)
                        .post("/api/ruleChain", Map.of("name", "C"))
                        .expect(200)
                        .text("/id/id"));
    }

    @Override
    protected DeviceId deviceWith(TenantId owner, Profile profile) {
        return devices.create(owner, content(), made(owner, profile)).id();
    }

    @Override
    protected void change(TenantId owner, DeviceId device, Profile profile) {
        Device former = stored.find(owner, device.id()).orElseThrow();
        devices.change(former, content(), made(owner, profile), null);
    }

    private static AssignableContent content() {
        return AssignableContent.named("D", Map.of(DeviceKind.DATA, DeviceKind.defaultData()));
    }

    private static String alarmsOf(Profile profile) {
        return profile.alarmRules().equals(AlarmRules.NONE) ? "null" : ALARMS;
    }

    private TypeChoice made(TenantId owner, Profile profile) {
        RuleChainId chain = profile.defaultRuleChain();
        server.bean(JdbcClient.class)
                .sql(
                        """
                        insert into device_profile (id, created_time, tenant_id, name, default_rule_chain_id,
                                                    default_queue_name, profile_data)
                        values (?, 0, ?, ?, ?, ?, ?::jsonb)
                        """)
                .param(profile.id().id())
                .param(owner.id())
                .param(profile.name())
                .param(chain == null ? null : chain.id())
                .param(profile.defaultQueue())
                .param("{\"alarms\": %s}".formatted(alarmsOf(profile)))
                .update();
        return new TypeChoice.OfProfile(profile.id().id());
    }
}
