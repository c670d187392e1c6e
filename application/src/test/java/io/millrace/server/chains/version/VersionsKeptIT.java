// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleChainType;
import io.millrace.server.chains.rulechain.RuleChain;
import io.millrace.server.chains.rulechain.RuleChainContent;
import io.millrace.server.chains.rulechain.RuleChainRepository;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.platform.settings.RuleChainSettings;
import io.millrace.server.registry.tenantprofile.DebugDurations;
import io.millrace.server.registry.tenantprofile.TenantLimits;
import io.millrace.server.store.history.MessageWatchRepository;
import io.millrace.server.store.history.MessageWatches;
import io.millrace.server.store.pending.GeneratorTicks;
import io.millrace.server.store.rulestate.RuleStateRows;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

class VersionsKeptIT {

    private static final JsonColumn JSON = new JsonColumn(JsonMapper.shared());
    private static final RuleChainMetadata EMPTY =
            new RuleChainMetadata(null, null, null, List.of(), List.of());
    private static final RuleChainContent CONTENT =
            new RuleChainContent("A", RuleChainType.CORE, false, null, null);

    private final TenantId tenant = new TenantId(TimeOrderedUuid.next());
    private final DataSource database = TestDatabase.freshDatabase();
    private final JdbcClient jdbc = JdbcClient.create(database);
    private final TransactionTemplate transaction =
            new TransactionTemplate(new JdbcTransactionManager(database));
    private final RuleChainVersionRepository versions = new RuleChainVersionRepository(jdbc, JSON);

    @BeforeEach
    void addTenant() {
        jdbc.sql(
                        """
                        insert into tenant (id, created_time, title, tenant_profile_id)
                        select ?, 0, 'T', id from tenant_profile
                        """)
                .params(tenant.id())
                .update();
    }

    private RuleChain saved(int times, int kept) {
        VersionedChains chains =
                new VersionedChains(
                        new RuleChainRepository(jdbc, JSON),
                        versions,
                        new TenantLimits(jdbc),
                        new RuleChainSettings(kept),
                        new DebugDurations(jdbc),
                        new MessageWatches(
                                new MessageWatchRepository(jdbc),
                                new JdbcTransactionManager(database),
                                Clock.systemUTC()),
                        new GeneratorTicks(jdbc),
                        new RuleStateRows(jdbc),
                        Clock.systemUTC());
        Edit edit = Edit.service(tenant, "test");
        RuleChainId id = new RuleChainId(TimeOrderedUuid.next());
        RuleChain chain = in(() -> chains.add(edit, id, CONTENT, EMPTY));
        for (int i = 1; i < times; i++) {
            RuleChain former = chain;
            chain = in(() -> chains.save(edit, former, CONTENT, EMPTY));
        }
        return chain;
    }

    private RuleChain in(Supplier<RuleChain> change) {
        return Objects.requireNonNull(transaction.execute(_ -> change.get()));
    }

    private List<Long> numbers(RuleChain chain) {
        return versions.list(chain.id(), new PageLink(100, 0, null, null, null)).data().stream()
                .map(RuleChainVersion::number)
                .toList();
    }

    @Test
    void theOldestVersionsGoWhenThereAreTooMany() {
        assertThat(numbers(saved(3, 3))).containsExactly(3L, 2L, 1L);
        assertThat(numbers(saved(5, 3))).containsExactly(5L, 4L, 3L);
    }

    @Test
    void theCurrentVersionStaysWithAnyBound() {
        RuleChain chain = saved(4, 1);

        assertThat(numbers(chain)).containsExactly(4L);
        assertThat(chain.state().currentVersion()).isEqualTo(4);
        assertThat(versions.find(chain.id(), 4)).isPresent();
    }
}
