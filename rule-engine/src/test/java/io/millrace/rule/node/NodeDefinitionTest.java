// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.millrace.message.RuleMessage;
import org.junit.jupiter.api.Test;

class NodeDefinitionTest {

    private abstract static class PassingNode implements RuleNode {

        @Override
        public NodeResult process(RuleMessage message) {
            return NodeResult.success(message);
        }
    }

    @NodeType(
            id = "test.good",
            group = NodeGroup.FILTER,
            name = "good",
            description = "Good.",
            labels = {"Yes", "No"})
    private static final class GoodNode extends PassingNode {}

    private static final class BareNode extends PassingNode {}

    @NodeType(id = " ", group = NodeGroup.FILTER, name = "nameless", description = "Nameless.")
    private static final class NamelessNode extends PassingNode {}

    @NodeType(
            id = "test.failing",
            group = NodeGroup.FILTER,
            name = "failing",
            description = "Failing.",
            labels = {"Success", "Failure"})
    private static final class FailingNode extends PassingNode {}

    @NodeType(
            id = "test.twice",
            group = NodeGroup.FILTER,
            name = "twice",
            description = "Twice.",
            labels = {"Yes", "Yes"})
    private static final class TwiceNode extends PassingNode {}

    @Test
    void takesTheConfigurationsTypeFromItsDefaults() {
        NodeDefinition<EmptyConfiguration> definition = of(GoodNode.class);

        assertThat(definition.configurationType()).isEqualTo(EmptyConfiguration.class);
        assertThat(definition.type().labels()).containsExactly("Yes", "No");
    }

    @Test
    void refusesAClassWithoutTheAnnotation() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(BareNode.class))
                .withMessage("expected @NodeType on " + BareNode.class.getName());
    }

    @Test
    void refusesABlankId() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(NamelessNode.class))
                .withMessage("expected @NodeType with an id; it is blank");
    }

    @Test
    void refusesToDeclareTheLabelThatEveryNodeHas() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(FailingNode.class))
                .withMessage(
                        "labels of test.failing: expected each once, none blank, and without Failure, which every node has, got [Success, Failure]");
    }

    @Test
    void refusesALabelThatStandsTwice() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(TwiceNode.class))
                .withMessageEndingWith("got [Yes, Yes]");
    }

    private static NodeDefinition<EmptyConfiguration> of(Class<? extends RuleNode> node) {
        return NodeDefinition.of(node, EmptyConfiguration.INSTANCE, (_, _) -> new BareNode());
    }
}
