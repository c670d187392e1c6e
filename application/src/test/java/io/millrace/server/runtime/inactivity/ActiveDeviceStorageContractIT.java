// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.inactivity;

import io.millrace.message.id.DeviceId;
import io.millrace.rule.store.ActiveDevices;
import io.millrace.rule.store.ActiveDevicesContract;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.postgres.TestDatabase;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.jdbc.core.simple.JdbcClient;

class ActiveDeviceStorageContractIT extends ActiveDevicesContract {

    private static DataSource database;
    private static ActiveDeviceStorage storage;

    @BeforeAll
    static void open() {
        database = TestDatabase.freshDatabase();
        storage =
                new ActiveDeviceStorage(
                        new Transactions(database, new StorageHealth()), CommitLimits.DEFAULT);
    }

    @AfterAll
    static void close() {
        storage.close();
    }

    @Override
    protected ActiveDevices devices() {
        return storage;
    }

    @Override
    protected @Nullable Long dueAt(DeviceId device) {
        return JdbcClient.create(database)
                .sql("select due_at from active_device where device_id = ?")
                .param(device.id())
                .query(Long.class)
                .optional()
                .orElse(null);
    }
}
