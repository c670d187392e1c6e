// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginatorTypeSwitchNodeTest {

    @ParameterizedTest
    @CsvSource({
        "DEVICE,Device",
        "ENTITY_VIEW,Entity View",
        "TB_RESOURCE,Resource",
        "AI_MODEL,AI model"
    })
    void routesByTheKindOfTheOriginator(EntityType type, String label) {
        RuleNode node = NodeTester.node(OriginatorTypeSwitchNode.definition(), "null");
        RuleMessage message =
                RuleMessage.of(
                        NodeTester.TENANT,
                        new EntityId(type, UUID.randomUUID()),
                        "T",
                        Metadata.EMPTY,
                        Payload.EMPTY_OBJECT,
                        NodeTester.TS);

        assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.to(label, message));
    }

    @Test
    void declaresEveryLabelThatItEmits() {
        assertThat(OriginatorTypeSwitchNode.class.getAnnotation(NodeType.class).labels())
                .containsExactly(
                        Arrays.stream(EntityType.values())
                                .map(EntityType::normalName)
                                .toArray(String[]::new));
    }
}
