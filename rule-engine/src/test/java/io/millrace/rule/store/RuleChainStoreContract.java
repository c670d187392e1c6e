// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.chain.Connection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What every {@link RuleChainStore} must do. */
public abstract class RuleChainStoreContract {

    private static final JsonMapper JSON = JsonMapper.shared();

    private TenantId tenant;

    /** The store under test; the same at each call within a test. */
    protected abstract RuleChainStore store();

    /** Makes a version the current one of its chain; the chain exists from its version 1 on. */
    protected abstract void save(ChainVersion version);

    /** Makes a chain that exists its tenant's root. */
    protected abstract void makeRoot(TenantId owner, RuleChainId chain);

    /** Deletes a chain with all its versions. */
    protected abstract void delete(TenantId owner, RuleChainId chain);

    /** A tenant that may own chains. */
    protected TenantId newTenant() {
        return new TenantId(TimeOrderedUuid.next());
    }

    @BeforeEach
    final void makeATenant() {
        tenant = newTenant();
    }

    @Test
    void givesBackAChainAsItWasSaved() {
        ChainVersion saved = twoNodes(newChain(), 1);
        save(saved);

        assertThat(store().find(tenant, saved.chain()).orElseThrow())
                .usingRecursiveComparison()
                .ignoringCollectionOrderInFields("nodes", "connections")
                .isEqualTo(saved);
    }

    @Test
    void givesBackAChainWithoutNodes() {
        ChainVersion empty =
                new ChainVersion(tenant, newChain(), 1, "empty", null, List.of(), List.of());
        save(empty);

        assertThat(store().find(tenant, empty.chain())).contains(empty);
    }

    @Test
    void givesBackTheCurrentVersion() {
        RuleChainId chain = newChain();
        save(twoNodes(chain, 1));
        ChainVersion second =
                new ChainVersion(tenant, chain, 2, "again", null, List.of(), List.of());

        save(second);

        assertThat(store().find(tenant, chain)).contains(second);
    }

    @Test
    void findsTheRootChain() {
        ChainVersion root = twoNodes(newChain(), 1);
        ChainVersion other = twoNodes(newChain(), 1);
        save(root);
        save(other);

        makeRoot(tenant, root.chain());

        assertThat(store().root(tenant)).map(ChainVersion::chain).contains(root.chain());
    }

    @Test
    void followsTheRootToAnotherChain() {
        ChainVersion first = twoNodes(newChain(), 1);
        ChainVersion second = twoNodes(newChain(), 1);
        save(first);
        save(second);
        makeRoot(tenant, first.chain());

        makeRoot(tenant, second.chain());

        assertThat(store().root(tenant)).map(ChainVersion::chain).contains(second.chain());
    }

    @Test
    void findsNoRootWhereThereIsNone() {
        save(twoNodes(newChain(), 1));

        assertThat(store().root(tenant)).isEmpty();
    }

    @Test
    void findsNoChainThatDoesNotExist() {
        assertThat(store().find(tenant, newChain())).isEmpty();
    }

    @Test
    void findsNoChainThatWasDeleted() {
        ChainVersion gone = twoNodes(newChain(), 1);
        save(gone);

        delete(tenant, gone.chain());

        assertThat(store().find(tenant, gone.chain())).isEmpty();
    }

    @Test
    void findsNoChainOfAnotherTenant() {
        ChainVersion saved = twoNodes(newChain(), 1);
        save(saved);
        makeRoot(tenant, saved.chain());
        TenantId stranger = newTenant();

        assertThat(store().find(stranger, saved.chain())).isEmpty();
        assertThat(store().root(stranger)).isEmpty();
    }

    @Test
    void tellsTheCurrentVersionsOfTheRootAndOfTheChainsAskedFor() {
        ChainVersion root = twoNodes(newChain(), 1);
        RuleChainId twice = newChain();
        RuleChainId none = newChain();
        save(root);
        makeRoot(tenant, root.chain());
        save(twoNodes(newChain(), 1));
        save(twoNodes(twice, 1));
        save(twoNodes(twice, 2));

        assertThat(store().currentVersions(tenant, Set.of(twice, none)))
                .isEqualTo(new CurrentVersions(root.chain(), Map.of(root.chain(), 1L, twice, 2L)));
    }

    @Test
    void tellsTheCurrentVersionsOfATenantWithoutARoot() {
        ChainVersion saved = twoNodes(newChain(), 1);
        save(saved);
        TenantId stranger = newTenant();

        assertThat(store().currentVersions(tenant, Set.of(saved.chain())))
                .isEqualTo(new CurrentVersions(null, Map.of(saved.chain(), 1L)));
        assertThat(store().currentVersions(stranger, Set.of(saved.chain())))
                .isEqualTo(new CurrentVersions(null, Map.of()));
    }

    private ChainVersion twoNodes(RuleChainId chain, long version) {
        RuleNodeId first = new RuleNodeId(TimeOrderedUuid.next());
        RuleNodeId second = new RuleNodeId(TimeOrderedUuid.next());
        JsonNode configuration =
                JSON.readTree("{\"text\":\"ü\",\"n\":5,\"nested\":{\"list\":[1,2]}}");
        return new ChainVersion(
                tenant,
                chain,
                version,
                "two nodes",
                second,
                List.of(
                        new ChainNode(first, "a.Type", "A", configuration, 3, "HighPriority"),
                        new ChainNode(second, "b.type", "B", JSON.createObjectNode(), 0, null)),
                List.of(
                        new Connection(second, first, "Success"),
                        new Connection(second, first, "Post telemetry")));
    }

    private static RuleChainId newChain() {
        return new RuleChainId(TimeOrderedUuid.next());
    }
}
