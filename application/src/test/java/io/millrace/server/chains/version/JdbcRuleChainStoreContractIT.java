// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.version;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.chain.ConnectionDocument;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleChainType;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.rule.store.RuleChainStore;
import io.millrace.rule.store.RuleChainStoreContract;
import io.millrace.server.chains.rulechain.JdbcRuleChainStore;
import io.millrace.server.chains.rulechain.RuleChainContent;
import io.millrace.server.chains.rulechain.RuleChainRepository;
import io.millrace.server.platform.jdbc.JsonColumn;
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
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

class JdbcRuleChainStoreContractIT extends RuleChainStoreContract {

    private static final JsonColumn JSON = new JsonColumn(JsonMapper.shared());

    private static JdbcClient jdbc;
    private static TransactionTemplate transaction;
    private static RuleChainRepository chains;
    private static VersionedChains versions;

    @BeforeAll
    static void open() {
        DataSource database = TestDatabase.freshDatabase();
        jdbc = JdbcClient.create(database);
        transaction = new TransactionTemplate(new JdbcTransactionManager(database));
        chains = new RuleChainRepository(jdbc, JSON);
        versions =
                new VersionedChains(
                        chains,
                        new RuleChainVersionRepository(jdbc, JSON),
                        new TenantLimits(jdbc),
                        new RuleChainSettings(100),
                        new DebugDurations(jdbc),
                        new MessageWatches(
                                new MessageWatchRepository(jdbc),
                                new JdbcTransactionManager(database),
                                Clock.systemUTC()),
                        new GeneratorTicks(jdbc),
                        new RuleStateRows(jdbc),
                        Clock.systemUTC());
    }

    @Override
    protected RuleChainStore store() {
        return new JdbcRuleChainStore(jdbc, JSON);
    }

    @Override
    protected TenantId newTenant() {
        TenantId tenant = new TenantId(TimeOrderedUuid.next());
        jdbc.sql(
                        """
                        insert into tenant (id, created_time, title, tenant_profile_id)
                        select ?, 0, ?, id from tenant_profile
                        """)
                .params(tenant.id(), tenant.toString())
                .update();
        return tenant;
    }

    @Override
    protected void save(ChainVersion version) {
        Edit edit = Edit.service(version.tenant(), "test");
        RuleChainContent content =
                new RuleChainContent(version.name(), RuleChainType.CORE, false, null, null);
        transaction.executeWithoutResult(_ ->
                chains.find(version.tenant(), version.chain().id())
                        .ifPresentOrElse(
                                stored -> versions.save(edit, stored, content, graph(version)),
                                () ->
                                        versions.add(
                                                edit, version.chain(), content, graph(version))));
    }

    @Override
    protected void makeRoot(TenantId owner, RuleChainId chain) {
        transaction.executeWithoutResult(_ -> chains.makeRoot(owner, chain));
    }

    @Override
    protected void delete(TenantId owner, RuleChainId chain) {
        chains.delete(owner, chain);
    }

    private static RuleChainMetadata graph(ChainVersion version) {
        List<RuleNodeId> places = version.nodes().stream().map(ChainNode::id).toList();
        return new RuleChainMetadata(
                version.chain(),
                null,
                version.firstNode() == null ? null : places.indexOf(version.firstNode()),
                version.nodes().stream().map(JdbcRuleChainStoreContractIT::document).toList(),
                version.connections().stream()
                        .map(connection ->
                                new ConnectionDocument(
                                        places.indexOf(connection.from()),
                                        places.indexOf(connection.to()),
                                        connection.label()))
                        .toList());
    }

    private static RuleNodeDocument document(ChainNode node) {
        return new RuleNodeDocument(
                node.id(),
                null,
                null,
                node.type(),
                node.name(),
                null,
                false,
                node.queueName(),
                node.configurationVersion(),
                node.configuration(),
                null,
                null);
    }

    @Test
    void saysThatTheDatabaseCannotBeReached() {
        DataSource nowhere = new DriverManagerDataSource("jdbc:postgresql://127.0.0.1:1/none");
        RuleChainStore store = new JdbcRuleChainStore(JdbcClient.create(nowhere), JSON);

        assertThatThrownBy(() -> store.root(new TenantId(TimeOrderedUuid.next())))
                .isInstanceOf(DataAccessResourceFailureException.class);
    }
}
