// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginatorTypeFilterNodeTest {

    @ParameterizedTest
    @CsvSource({"DEVICE,True", "ASSET,False"})
    void tellsTheChosenKindsFromOthers(String accepted, String label) {
        RuleNode node =
                NodeTester.node(
                        OriginatorTypeFilterNode.definition(),
                        "{\"originatorTypes\":[\"%s\"]}".formatted(accepted));
        RuleMessage message = NodeTester.telemetry("{}");

        assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.to(label, message));
    }

    @Test
    void refusesAKindThatDoesNotExistByNameAndValue() {
        assertThatThrownBy(() ->
                        NodeTester.node(
                                OriginatorTypeFilterNode.definition(),
                                "{\"originatorTypes\":[\"DEVICE\",\"ROBOT\"]}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("originatorTypes[1]: \"ROBOT\" is not one of TENANT, ")
                .hasMessageEndingWith("and 24 more");
    }

    @Test
    void saysThatAKindBelongsToAnotherEdition() {
        assertThatThrownBy(() ->
                        NodeTester.node(
                                OriginatorTypeFilterNode.definition(),
                                "{\"originatorTypes\":[\"ENTITY_GROUP\"]}"))
                .hasMessageStartingWith(
                        "originatorTypes[0]: \"ENTITY_GROUP\" (of ThingsBoard PE) is not one of TENANT, ");
    }

    @Test
    void needsAList() {
        assertThatThrownBy(() ->
                        NodeTester.node(
                                OriginatorTypeFilterNode.definition(),
                                "{\"originatorTypes\":null}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("originatorTypes:");
    }
}
