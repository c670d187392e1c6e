// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.millrace.message.id.TenantId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RuleChainBundleTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String A = "11111111-0000-4000-8000-00000000000a";
    private static final String B = "11111111-0000-4000-8000-00000000000b";
    private static final String ELSEWHERE = "11111111-0000-4000-8000-00000000000c";
    private static final String NODE = "22222222-0000-4000-8000-000000000001";
    private static final TenantId OWNER = TenantId.of("33333333-0000-4000-8000-000000000001");

    private final RuleChainBundle bundle =
            RuleChainBundle.read(
                    JSON.readTree(
                            """
                            {"ruleChains":[
                               {"id":{"entityType":"RULE_CHAIN","id":"%1$s"},"name":"a","root":true},
                               {"id":{"entityType":"RULE_CHAIN","id":"%2$s"},"name":"b"}],
                             "metadata":[
                               {"ruleChainId":{"entityType":"RULE_CHAIN","id":"%2$s"},"nodes":[]},
                               {"ruleChainId":{"entityType":"RULE_CHAIN","id":"%1$s"},"firstNodeIndex":0,
                                "nodes":[
                                  {"id":{"entityType":"RULE_NODE","id":"%4$s"},"type":"flow.rule-chain",
                                   "name":"to b","configuration":{"ruleChainId":"%2$s"}},
                                  {"type":"flow.rule-chain","name":"out","configuration":{"ruleChainId":"%3$s",
                                   "list":[{"target":{"entityType":"TENANT","id":"%3$s"}}]}}],
                                "connections":[{"fromIndex":0,"toIndex":1,"type":"x"}],
                                "ruleChainConnections":[{"fromIndex":1,"type":"y","targetRuleChainId":"%2$s"}]}]}\
                            """
                                    .formatted(A, B, ELSEWHERE, NODE)));

    @Test
    void givesNewIdsAlsoWhereChainsCallEachOther() {
        RuleChainBundle fresh = bundle.withFreshIds(null);

        String a = requireNonNull(fresh.ruleChains().get(0).id()).toString();
        String b = requireNonNull(fresh.ruleChains().get(1).id()).toString();
        RuleChainMetadata nodesOfA = fresh.metadata().get(1);
        assertThat(a).isNotIn(A, B, b);
        assertThat(nodesOfA.ruleChainId()).hasToString(a);
        assertThat(called(nodesOfA, 0)).isEqualTo(b);
        assertThat(called(nodesOfA, 1)).isEqualTo(ELSEWHERE);
        assertThat(called(nodesOfA, 2)).isEqualTo(b);
        assertThat(nodesOfA.nodes().get(2).name()).isEqualTo("b");
        assertThat(fresh.toJson().toString()).doesNotContain(A, B, NODE);
        assertThat(fresh.ruleChains()).noneMatch(RuleChainHeader::root);
        assertThat(nodesOfA.connections()).isEqualTo(bundle.metadata().get(1).connections());
    }

    @Test
    void pointsConfigurationsToTheNewOwner() {
        RuleChainBundle fresh = bundle.withFreshIds(OWNER);

        assertThat(fresh.ruleChains()).extracting(RuleChainHeader::tenantId).containsOnly(OWNER);
        assertThat(tenantIn(fresh)).isEqualTo(OWNER.toString());
        assertThat(tenantIn(bundle)).isEqualTo(ELSEWHERE);
    }

    @Test
    void writesWhatItReads() {
        assertThat(RuleChainBundle.read(bundle.toJson())).isEqualTo(bundle);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"ruleChains":[{"name":"a"}]} | ruleChains[0].id
                    {"ruleChains":[],"metadata":[{"nodes":[]}]} | metadata[0].ruleChainId
                    {"ruleChains":[],"metadata":[{"ruleChainId":"11111111-0000-4000-8000-00000000000a"}]} | metadata[0].ruleChainId
                    {"ruleChains":{}} | ruleChains
                    """)
    void saysWhereADocumentHasTheWrongShape(String json, String path) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RuleChainBundle.read(JSON.readTree(json)))
                .withMessageStartingWith(path + ": expected");
    }

    private static String called(RuleChainMetadata chain, int node) {
        return chain.nodes().get(node).configuration().path("ruleChainId").asString();
    }

    private static String tenantIn(RuleChainBundle chains) {
        JsonNode configuration = chains.metadata().get(1).nodes().get(1).configuration();
        return configuration.at("/list/0/target/id").asString();
    }
}
