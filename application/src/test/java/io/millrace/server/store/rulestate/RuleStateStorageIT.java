// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.rulestate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.alarmrule.RuleProgress;
import io.millrace.rule.store.PendingMessages.Site;
import io.millrace.rule.store.RuleStates;
import io.millrace.rule.store.RuleStatesContract;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.PartitionEpochs;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.postgres.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class RuleStateStorageIT extends RuleStatesContract {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static Transactions transactions;
    private static JdbcClient jdbc;
    private static DatabaseLookups lookups;
    private static RuleStateStorage storage;

    @BeforeAll
    static void open() {
        DataSource database = TestDatabase.freshDatabase();
        StorageHealth health = new StorageHealth();
        jdbc = JdbcClient.create(database);
        transactions = new Transactions(database, health);
        lookups = new DatabaseLookups("rule-states", 16, Duration.ofSeconds(10), health);
        storage = storage(CommitLimits.DEFAULT);
    }

    private static RuleStateStorage storage(CommitLimits limits) {
        return new RuleStateStorage(jdbc, lookups, transactions, limits);
    }

    @AfterAll
    static void close() {
        storage.close();
        lookups.close();
    }

    @Override
    protected RuleStates states() {
        return storage;
    }

    @Override
    protected Site newSite() {
        TenantId tenant = new TenantId(TimeOrderedUuid.next());
        UUID profile = TimeOrderedUuid.next();
        RuleChainId chain = new RuleChainId(TimeOrderedUuid.next());
        DeviceId device = new DeviceId(TimeOrderedUuid.next());
        jdbc.sql(
                        """
                        with t as (insert into tenant (id, created_time, title, tenant_profile_id)
                                   select :tenant, 0, :tenant::text, id from tenant_profile limit 1 returning id),
                             p as (insert into device_profile (id, created_time, tenant_id, name, profile_data)
                                   select :profile, 0, id, 'P', '{}' from t returning id, tenant_id),
                             c as (insert into rule_chain (id, created_time, tenant_id, name, type, current_version)
                                   select :chain, 0, id, 'C', 'CORE', 1 from t returning id),
                             v as (insert into rule_chain_version (rule_chain_id, number, created_time, graph)
                                   select id, 1, 0, '{}' from c)
                        insert into device (id, created_time, tenant_id, device_profile_id, name)
                        select :device, 0, tenant_id, id, 'D' from p
                        """)
                .param("tenant", tenant.id())
                .param("profile", profile)
                .param("chain", chain.id())
                .param("device", device.id())
                .update();
        return new Site(tenant, chain, new RuleNodeId(TimeOrderedUuid.next()), device.entity());
    }

    @Test
    void writesTheLatestStateSoon() {
        Site site = newSite();
        RuleProgress latest = progress(2);
        save(site, progress(1));
        save(site, latest);

        await().until(() -> latest.equals(stored(site)));
    }

    @Test
    void writesAllStatesBeforeItStops() {
        Site site = newSite();
        RuleProgress latest = progress(3);
        try (RuleStateStorage other = storage(CommitLimits.DEFAULT)) {
            other.save(site, latest, null).toCompletableFuture().join();
        }

        assertThat(stored(site)).isEqualTo(latest);
    }

    @Test
    void removesTheRowOfAStateWithoutCounts() {
        Site site = newSite();
        RuleProgress counting = progress(1);
        save(site, counting);
        await().until(() -> counting.equals(stored(site)));

        save(site, new RuleProgress(counting.profile(), List.of()));

        await().until(() -> stored(site) == null);
    }

    @Test
    void letsCallersWaitForTheWriteWhenItsRoomIsFull() {
        try (RuleStateStorage small = storage(new CommitLimits(10, 1_000, 1_000))) {
            CompletableFuture<Void> waits =
                    small.save(newSite(), progress(1), null).toCompletableFuture();

            assertThat(waits).succeedsWithin(PATIENCE);
        }
    }

    @Test
    void writesNothingUnderALeaseThatHasEnded() throws Exception {
        Site site = newSite();
        Lease former = PartitionEpochs.raise(transactions, "states", 0, "one");
        Lease current = PartitionEpochs.raise(transactions, "states", 0, "another");
        storage.save(site, progress(1), former).toCompletableFuture().join();

        assertThat(storage.find(site, current).toCompletableFuture().join())
                .as("after the refused write")
                .isEmpty();
        assertThat(stored(site)).isNull();
    }

    @Test
    void anotherLeaseThatIsValidSeesTheStateOfTheFirst() throws Exception {
        Site site = newSite();
        RuleProgress latest = progress(4);
        Lease first = PartitionEpochs.raise(transactions, "states", 1, "one");
        Lease second = PartitionEpochs.raise(transactions, "states", 2, "one");
        storage.save(site, latest, first).toCompletableFuture().join();

        assertThat(storage.find(site, second).toCompletableFuture().join()).contains(latest);
    }

    @Test
    void addsNoRowForADeviceThatWasDeleted() {
        Site site = newSite();
        Site witness = newSite();
        jdbc.sql("delete from device where id = ?").param(site.originator().id()).update();

        save(site, progress(1));
        save(witness, progress(2));

        await().until(() -> stored(witness) != null);
        assertThat(stored(site)).isNull();
    }

    @Test
    void removesTheRowsOfADeletedDeviceAndOfADeletedChain() {
        Site ofDevice = written();
        Site ofChain = written();

        jdbc.sql("delete from device where id = ?").param(ofDevice.originator().id()).update();
        jdbc.sql("delete from rule_chain where id = ?").param(ofChain.chain().id()).update();

        assertThat(stored(ofDevice)).isNull();
        assertThat(stored(ofChain)).isNull();
    }

    private Site written() {
        Site site = newSite();
        save(site, progress(1));
        await().until(() -> stored(site) != null);
        return site;
    }

    private static @Nullable RuleProgress stored(Site site) {
        return jdbc.sql("select state from rule_node_state where node_id = ? and device_id = ?")
                .params(site.node().id(), site.originator().id())
                .query(String.class)
                .optional()
                .map(RuleProgress::parse)
                .orElse(null);
    }
}
