// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.cluster;

import io.millrace.message.id.TenantId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** The table {@code overloaded_tenant}: what each instance has told last. What it has not told again for 10 s is void. */
final class OverloadedTable {

    private OverloadedTable() {}

    private static final String WITHDRAW =
            """
            delete from overloaded_tenant
             where instance = ? and not tenant_id = any (?) or told_at < now() - interval '10 s'
            """;

    private static final String TELL =
            """
            insert into overloaded_tenant (instance, tenant_id, told_at)
            select ?, unnest(?::uuid[]), now()
            on conflict (instance, tenant_id) do update set told_at = excluded.told_at
            """;

    private static final String READ =
            "select instance, tenant_id from overloaded_tenant where told_at >= now() - interval '10 s'";

    /** Replaces what an instance has told, and returns what the others have. */
    static Set<TenantId> share(Connection connection, String instance, Set<TenantId> here)
            throws SQLException {
        Map<String, Set<TenantId>> told = read(connection);
        Set<TenantId> before = told.getOrDefault(instance, Set.of());
        // Nothing is written as long as no tenant is overloaded here.
        if (!before.isEmpty() || !here.isEmpty()) {
            tell(connection, instance, here);
        }
        told.remove(instance);
        return told.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    }

    private static void tell(Connection connection, String instance, Set<TenantId> here)
            throws SQLException {
        Object[] ids = here.stream().map(TenantId::id).toArray();
        try (PreparedStatement withdraw = connection.prepareStatement(WITHDRAW)) {
            withdraw.setString(1, instance);
            withdraw.setArray(2, connection.createArrayOf("uuid", ids));
            withdraw.executeUpdate();
        }
        try (PreparedStatement tell = connection.prepareStatement(TELL)) {
            tell.setString(1, instance);
            tell.setArray(2, connection.createArrayOf("uuid", ids));
            tell.executeUpdate();
        }
    }

    /** What each instance has told. */
    private static Map<String, Set<TenantId>> read(Connection connection) throws SQLException {
        Map<String, Set<TenantId>> all = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(READ);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                TenantId tenant = new TenantId(rows.getObject(2, UUID.class));
                all.computeIfAbsent(rows.getString(1), _ -> new HashSet<>()).add(tenant);
            }
        }
        return all;
    }
}
