// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.id.TenantId;
import io.millrace.server.platform.settings.PushSettings;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the limits of a tenant: those of its profile, else those of the settings. */
final class PushLimits {

    private final JdbcClient jdbc;
    private final PushSettings settings;

    PushLimits(JdbcClient jdbc, PushSettings settings) {
        this.jdbc = jdbc;
        this.settings = settings;
    }

    /**
     * The limits of a tenant on this instance.
     *
     * @param sessions of all users
     * @param sessionsPerCustomer of all users of one customer
     * @param sessionsPerUser of one user
     * @param subscriptions of all sessions
     */
    record Limits(int sessions, int sessionsPerCustomer, int sessionsPerUser, int subscriptions) {}

    Limits of(TenantId tenant) {
        JsonNode profile =
                jdbc.sql(
                                """
                                select p.profile_data -> 'configuration'
                                  from tenant t join tenant_profile p on p.id = t.tenant_profile_id
                                 where t.id = :tenant
                                """)
                        .param("tenant", tenant.id())
                        .query(String.class)
                        .optional()
                        .map(JsonMapper.shared()::readTree)
                        .orElseGet(() -> JsonMapper.shared().createObjectNode());
        int sessions = limit(profile, "maxWsSessionsPerTenant", settings.sessionsPerTenant());
        return new Limits(
                sessions,
                limit(profile, "maxWsSessionsPerCustomer", sessions),
                limit(profile, "maxWsSessionsPerRegularUser", settings.sessionsPerUser()),
                limit(profile, "maxWsSubscriptionsPerTenant", settings.subscriptionsPerTenant()));
    }

    /** 0 or no number in the profile means the limit of the settings. */
    private static int limit(JsonNode profile, String key, int otherwise) {
        int value = profile.path(key).asInt(0);
        return value > 0 ? value : otherwise;
    }
}
