// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A database without the table of active devices. */
class MigrationOfActiveDevicesIT {

    private static final String BEFORE = "41";
    private static final UUID TENANT = new UUID(1, 1);
    private static final UUID ACTIVE = new UUID(3, 1);
    private static final UUID INACTIVE = new UUID(3, 2);
    private static final UUID WITHOUT_TIME = new UUID(3, 3);
    private static final UUID DELETED = new UUID(3, 4);

    private final OldSchema old = OldSchema.of(flyway -> flyway.target(BEFORE));
    private final JdbcClient jdbc = old.jdbc();

    @BeforeEach
    void fill() {
        jdbc.sql(
                        """
                        insert into tenant (id, created_time, title, tenant_profile_id)
                        select ?, 0, 'A', id from tenant_profile where is_default
                        """)
                .param(TENANT)
                .update();
        jdbc.sql(
                        """
                        insert into device_profile (id, created_time, tenant_id, name, profile_data)
                        values (?, 0, ?, 'default', '{}')
                        """)
                .params(new UUID(2, 2), TENANT)
                .update();
        for (UUID device : List.of(ACTIVE, INACTIVE, WITHOUT_TIME)) {
            jdbc.sql(
                            """
                            insert into device (id, created_time, tenant_id, device_profile_id, name)
                            values (?, 0, ?, ?, ?)
                            """)
                    .params(device, TENANT, new UUID(2, 2), device.toString())
                    .update();
        }
        for (String key : List.of("active", "lastActivityTime", "inactivityTimeout")) {
            jdbc.sql("insert into key_dictionary (tenant_id, key) values (?, ?)")
                    .params(TENANT, key)
                    .update();
        }
        attribute(ACTIVE, "active", "true", 1_000);
        attribute(ACTIVE, "lastActivityTime", "\"any value of a user\"", 5_000);
        attribute(INACTIVE, "active", "false", 1_000);
        attribute(INACTIVE, "lastActivityTime", "5000", 5_000);
        attribute(WITHOUT_TIME, "active", "true", 1_000);
        attribute(DELETED, "active", "true", 1_000);
    }

    private void attribute(UUID device, String key, String value, long updatedAt) {
        jdbc.sql(
                        """
                        insert into attribute (entity_id, updated_at, key_id, scope, val)
                        select ?, ?, id, 2, ?::jsonb from key_dictionary where tenant_id = ? and key = ?
                        """)
                .params(device, updatedAt, value, TENANT, key)
                .update();
    }

    @Test
    void itsActiveDevicesAreCheckedAfterTheUpgrade() {
        Schema.migrate(old.database());

        List<Map<String, @Nullable Object>> rows =
                jdbc.sql("select device_id, tenant_id, due_at from active_device order by 1")
                        .query()
                        .listOfRows();
        assertThat(rows)
                .extracting(row -> row.get("device_id"))
                .containsExactly(ACTIVE, WITHOUT_TIME);
        assertThat(rows).extracting(row -> row.get("due_at")).containsExactly(605_000L, 601_000L);
        assertThat(rows).allMatch(row -> TENANT.equals(row.get("tenant_id")));
    }
}
