// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.AssetId;
import io.millrace.message.id.AssetProfileId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.AssetProfiles.Profile;
import io.millrace.rule.store.memory.InMemoryAssetProfiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AssetProfileSwitchNodeTest {

    private final InMemoryAssetProfiles profiles = new InMemoryAssetProfiles();
    private final RuleNode node =
            NodeTester.node(AssetProfileSwitchNode.definition(profiles), "{\"version\":0}");
    private final AssetId asset = new AssetId(TimeOrderedUuid.next());
    private final RuleMessage message =
            RuleMessage.of(
                    NodeTester.TENANT,
                    asset.entity(),
                    "T",
                    Metadata.EMPTY,
                    Payload.ofText("not even JSON"),
                    NodeTester.TS);

    @ParameterizedTest
    @ValueSource(strings = {"default", "Boiler room", "büro", "Failure"})
    void routesByTheNameOfTheProfile(String name) {
        profiles.put(NodeTester.TENANT, asset, profile(name));

        assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.to(name, message));
    }

    @Test
    void failsForAnAssetThatDoesNotExist() {
        assertThat(NodeTester.run(node, message))
                .isEqualTo(
                        new NodeResult.Failed(
                                message, "Asset %s does not exist".formatted(asset.id())));
    }

    @Test
    void failsForAnAssetOfAnotherTenant() {
        profiles.put(new TenantId(TimeOrderedUuid.next()), asset, profile("default"));

        assertThat(NodeTester.run(node, message)).isInstanceOf(NodeResult.Failed.class);
    }

    @Test
    void failsForAnOriginatorOfAnotherKind() {
        RuleMessage fromDevice = NodeTester.telemetry("{}");

        assertThat(NodeTester.run(node, fromDevice))
                .isEqualTo(
                        new NodeResult.Failed(
                                fromDevice, "the originator must be an asset, not DEVICE"));
    }

    private static Profile profile(String name) {
        return new Profile(new AssetProfileId(TimeOrderedUuid.next()), name, null, null);
    }
}
