// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static java.util.Map.entry;

import io.millrace.message.id.TenantId;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The rows of a tenant's entities, with all their columns.
 *
 * @param before the rows when this was made
 */
record VictimRows(JdbcClient jdbc, TenantId tenant, List<String> before) {

    private static final String IN_TENANT = "t.tenant_id = :tenant";
    private static final String IN_CHAIN =
            "t.rule_chain_id in (select id from rule_chain where tenant_id = :tenant)";

    private static final Map<String, String> TABLES =
            Map.ofEntries(
                    entry("device", IN_TENANT),
                    entry("device_profile", IN_TENANT),
                    entry("customer", IN_TENANT),
                    entry("asset", IN_TENANT),
                    entry("asset_profile", IN_TENANT),
                    entry("entity_view", IN_TENANT),
                    entry("relation", IN_TENANT),
                    entry("alarm", IN_TENANT),
                    entry("entity_alarm", IN_TENANT),
                    entry(
                            "alarm_comment",
                            "t.alarm_id in (select id from alarm where tenant_id = :tenant)"),
                    entry("dead_letter", IN_TENANT),
                    entry("rpc", IN_TENANT),
                    entry(
                            "kept_message",
                            IN_TENANT + " and t.message_type = '" + Victim.SECRET + "'"),
                    entry("kept_visit", "t.label = '" + Victim.SECRET + "'"),
                    entry("message_watch", IN_TENANT),
                    entry("rule_chain", IN_TENANT),
                    entry("rule_chain_version", IN_CHAIN),
                    entry("rule_chain_test_case", IN_CHAIN),
                    entry("rule_node", IN_CHAIN),
                    entry(
                            "device_credentials",
                            "t.device_id in (select id from device where tenant_id = :tenant)"));

    private static final String ROWS =
            TABLES.entrySet().stream()
                    .map(table ->
                            "select '%1$s ' || to_jsonb(t)::text from %1$s t where %2$s"
                                    .formatted(table.getKey(), table.getValue()))
                    .collect(Collectors.joining(" union all ", "", " order by 1"));

    static VictimRows of(JdbcClient jdbc, TenantId tenant) {
        return new VictimRows(jdbc, tenant, read(jdbc, tenant));
    }

    List<String> now() {
        return read(jdbc, tenant);
    }

    private static List<String> read(JdbcClient jdbc, TenantId tenant) {
        return jdbc.sql(ROWS).param("tenant", tenant.id()).query(String.class).list();
    }
}
