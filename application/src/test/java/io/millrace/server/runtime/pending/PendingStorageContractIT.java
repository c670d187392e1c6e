// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.pending;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.PendingMessages.Site;
import io.millrace.rule.store.PendingMessagesContract;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.postgres.TestDatabase;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class PendingStorageContractIT extends PendingMessagesContract {

    private static JdbcClient jdbc;
    private static PendingStorage storage;

    @BeforeAll
    static void open() {
        DataSource database = TestDatabase.freshDatabase();
        jdbc = JdbcClient.create(database);
        storage =
                new PendingStorage(
                        new Transactions(database, new StorageHealth()), CommitLimits.DEFAULT);
    }

    @AfterAll
    static void close() {
        storage.close();
    }

    @Override
    protected PendingMessages pending() {
        return storage;
    }

    @Test
    void aPostponedMessageIsDueAtItsNewTimeAlthoughItWasClaimed() {
        Site site =
                new Site(
                        new TenantId(TimeOrderedUuid.next()),
                        new RuleChainId(TimeOrderedUuid.next()),
                        new RuleNodeId(TimeOrderedUuid.next()),
                        new DeviceId(TimeOrderedUuid.next()).entity());
        UUID id = TimeOrderedUuid.next();
        RuleMessage message =
                RuleMessage.of(
                        site.tenant(),
                        site.originator(),
                        "T",
                        Metadata.EMPTY,
                        Payload.EMPTY_OBJECT,
                        1);
        storage.add(site, id, message, 1, new PendingMessages.Bound(9, 9), null)
                .toCompletableFuture()
                .join();
        jdbc.sql("update pending_message set claimed_until = now() + interval '30 s' where id = ?")
                .param(id)
                .update();

        storage.postpone(site, List.of(id), 2, null).toCompletableFuture().join();

        assertThat(
                        jdbc.sql("select claimed_until is null from pending_message where id = ?")
                                .param(id)
                                .query(Boolean.class)
                                .single())
                .isTrue();
    }
}
