// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.AssetId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.registry.asset.AssetChanged;
import io.millrace.server.registry.assetprofile.AssetProfilesChanged;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The events on an instance after another one has changed assets or their profiles. */
class ToldOfAssetsIT {

    private static final int WAIT_MILLIS = (int) Duration.ofSeconds(20).toMillis();

    private final TestDatabase.Coordinates database = TestDatabase.freshCoordinates();
    private final JdbcClient jdbc =
            JdbcClient.create(
                    new DriverManagerDataSource(
                            database.url(), database.username(), database.password()));
    private final List<Object> published = new ArrayList<>();
    private final ChangeEvents events = new ChangeEvents(published::add, jdbc);
    private final TenantId tenant = new TenantId(TimeOrderedUuid.next());
    private final UUID profile = TimeOrderedUuid.next();
    private final AssetId asset = new AssetId(TimeOrderedUuid.next());
    private Connection listening;

    @BeforeEach
    void storeAnAssetAndListen() throws SQLException {
        jdbc.sql(
                        """
                        insert into tenant (id, created_time, title, tenant_profile_id)
                        select ?, 0, 'T', id from tenant_profile
                        """)
                .param(tenant.id())
                .update();
        jdbc.sql(
                        "insert into asset_profile (id, created_time, tenant_id, name) values (?, 0, ?, 'P')")
                .params(profile, tenant.id())
                .update();
        jdbc.sql(
                        """
                        insert into asset (id, created_time, tenant_id, asset_profile_id, name)
                        values (?, 0, ?, ?, 'A')
                        """)
                .params(asset.id(), tenant.id(), profile)
                .update();
        listening =
                DriverManager.getConnection(
                        database.url(), database.username(), database.password());
        try (Statement statement = listening.createStatement()) {
            statement.execute("listen millrace_change");
        }
    }

    @AfterEach
    void stopListening() throws SQLException {
        listening.close();
    }

    private List<Object> toldAfter(String change, UUID id) throws SQLException {
        jdbc.sql(change).param(id).update();
        PGNotification @Nullable [] news =
                listening.unwrap(PGConnection.class).getNotifications(WAIT_MILLIS);
        assertThat(news).hasSize(1);
        for (PGNotification each : Objects.requireNonNull(news)) {
            events.tell("another instance", each.getParameter());
        }
        return published;
    }

    @Test
    void hearsOfAnAssetThatIsChanged() throws SQLException {
        assertThat(toldAfter("update asset set label = 'L' where id = ?", asset.id()))
                .containsExactly(new AssetChanged(tenant, asset));
    }

    @Test
    void hearsOfAnAssetThatIsDeleted() throws SQLException {
        assertThat(toldAfter("delete from asset where id = ?", asset.id()))
                .containsExactly(new AssetChanged(tenant, asset));
    }

    @Test
    void hearsOfAProfileThatIsChanged() throws SQLException {
        assertThat(
                        toldAfter(
                                "update asset_profile set default_queue_name = 'Main' where id = ?",
                                profile))
                .containsExactly(new AssetProfilesChanged(tenant));
    }

    @Test
    void takesAllProfilesForChangedWhenChangesMayHaveGoneUnheard() {
        events.missed();

        assertThat(published).contains(new AssetProfilesChanged(tenant));
    }
}
